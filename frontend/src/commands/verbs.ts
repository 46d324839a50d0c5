/** The verbs of the command line, in the order of help. A verb with more to say is followed by a space. */
export const verbs = [
  'open ',
  'find ',
  'goto ',
  'theme ',
  'view as ',
  'lock',
  'unlock',
  'logout',
  'help',
] as const;
