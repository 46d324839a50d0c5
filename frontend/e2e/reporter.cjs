/** Closes a browser run with one plain line that people and scripts can read. */
module.exports = class PlainLineReporter {
  constructor() {
    this.outcomes = new Map();
  }
  onTestEnd(test) {
    this.outcomes.set(test.id, test.outcome());
  }
  onEnd() {
    const all = [...this.outcomes.values()];
    const failed = all.filter((outcome) => outcome === 'unexpected').length;
    const passed = all.filter((outcome) => outcome === 'expected' || outcome === 'flaky').length;
    process.stdout.write(`${passed} passed, ${failed} failed\n`);
  }
};
