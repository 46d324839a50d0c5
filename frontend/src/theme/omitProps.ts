/** Keeps a component's own props (and `as`, which emotion reads) off the element. */
export function omitProps(...own: readonly string[]): { shouldForwardProp: (name: string) => boolean } {
  const kept = new Set([...own, 'as']);
  return { shouldForwardProp: (name) => !kept.has(name) };
}
