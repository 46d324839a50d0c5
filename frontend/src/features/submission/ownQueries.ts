/** Interval at which reviewers' decisions are requested, in milliseconds. */
export const polling = 60_000;

/** Requests own submissions without their texts. A constant, so that a tab and its count share one response. */
export const ownSummary = { view: 'summary' } as const;
