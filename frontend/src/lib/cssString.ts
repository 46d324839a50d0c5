/** A text as a CSS string literal. Characters that could end the string are escaped. */
export function cssString(text: string): string {
  const escaped = text.replace(
    /[^\p{L}\p{M}\p{N} ]/gu,
    (character) => `\\${(character.codePointAt(0) ?? 0).toString(16)} `,
  );
  return `'${escaped}'`;
}
