/** Reads stored values of text in the shape of `like`; `null` where nothing of it is there. */
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
