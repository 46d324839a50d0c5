/** Interval at which reviewers' decisions are requested, in milliseconds. */
export const polling = 60_000;

/**
 * How own submissions are asked for: without their texts. One constant, so that a tab and its count share an answer.
 */
export const ownSummary = { view: 'summary' } as const;
