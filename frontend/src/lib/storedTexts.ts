/** Reads a stored object of texts with the keys of `like`; `null` if it has none of them. */
export function readTexts<Values extends Readonly<Record<string, string>>>(
  stored: unknown,
  like: Values,
): Values | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const found = stored as Readonly<Record<string, unknown>>;
  const entries = Object.keys(like).map((name) => {
    const value = found[name];
    return [name, typeof value === 'string' ? value : (like[name] ?? '')] as const;
  });
  return Object.fromEntries(entries) as Values;
}
