/** Maximum number of search matches that are marked in one text. */
export const mostMarks = 1000;
