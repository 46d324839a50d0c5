/** The most matches of a search that are marked in one text. */
export const mostMarks = 1000;
