/** Interval at which reviewers' decisions are requested, in milliseconds. */
export const polling = 60_000;
