/** A text as a string of CSS. Whatever could end the string or begin something else is escaped. */
export function cssString(text: string): string {
  const escaped = text.replace(
    /[^\p{L}\p{M}\p{N} ]/gu,
    (character) => `\\${(character.codePointAt(0) ?? 0).toString(16)} `,
  );
  return `'${escaped}'`;
}
