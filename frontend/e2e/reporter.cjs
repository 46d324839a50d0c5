const { appendFileSync } = require('node:fs');
const path = require('node:path');
const { stripVTControlCharacters } = require('node:util');

/** The most lines of a failure that are repeated at the end. */
const mostLines = 8;

/** What an error says, without its colors and without the lines of code around it. */
function summary({ message = '' } = {}) {
  const plain = stripVTControlCharacters(message).trim();
  return plain.split('\n').slice(0, mostLines).join('\n    ');
}

/** Where the pages of a failed test stood. */
function openPages({ attachments }) {
  const lines = attachments.filter(({ name }) => name === 'open page').map(({ body }) => `    ${body}\n`);
  return lines.join('');
}

/** Lists failed tests for scripts/one-test.sh, one on a line: its project, its place and its name. */
function listFailed(failed) {
  const list = process.env.FAILED_TESTS_LIST;
  if (!list) return;
  for (const { test, name } of failed) {
    const { file, line } = test.location;
    const project = test.parent.project()?.name ?? '';
    appendFileSync(list, `${project}\te2e/${path.basename(file)}:${line}\t${name}\n`);
  }
}

/**
 * Closes a browser run with what failed and why, and one plain line that people and scripts can read. Reports of a
 * failed run often keep only its last lines.
 */
module.exports = class PlainLineReporter {
  constructor() {
    this.tests = new Map();
  }
  onTestEnd(test, result) {
    this.tests.set(test.id, {
      test,
      outcome: test.outcome(),
      name: test.titlePath().slice(2).join(' › '),
      result,
    });
  }
  onEnd() {
    const all = [...this.tests.values()];
    const failed = all.filter(({ outcome }) => outcome === 'unexpected');
    const passed = all.filter(({ outcome }) => outcome === 'expected' || outcome === 'flaky').length;
    for (const { name, result } of failed)
      process.stdout.write(`failed: ${name}\n    ${summary(result.errors[0])}\n${openPages(result)}`);
    listFailed(failed);
    process.stdout.write(`${passed} passed, ${failed.length} failed\n`);
  }
};
