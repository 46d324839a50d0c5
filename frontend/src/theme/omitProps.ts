/** Options for emotion that keep a component's own props (and `as`) off the element. */
export function omitProps(...own: readonly string[]): { shouldForwardProp: (name: string) => boolean } {
  const kept = new Set([...own, 'as']);
  return { shouldForwardProp: (name) => !kept.has(name) };
}
