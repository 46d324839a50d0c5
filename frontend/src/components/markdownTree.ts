import type rehypeSanitize from 'rehype-sanitize';

/** The syntax tree of a rendered text. */
export type Root = ReturnType<ReturnType<typeof rehypeSanitize>>;
export type Node = Root['children'][number];
export type Element = Extract<Node, { type: 'element' }>;
export type Child = Element['children'][number];
