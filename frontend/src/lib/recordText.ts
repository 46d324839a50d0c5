import { where, type Rule } from './checks';
import { countCharacters, formatCount } from './text';

/** The longest title and content of a record that the server accepts, in characters. */
export const textLimits = { title: 200, content: 200_000 } as const;

/** Control characters that a one-line text must not contain. */
export const inLine = /\p{Cc}/u;

/** Control characters that a text of several lines must not contain: all but line breaks and tabs. */
export const inLines = /[^\P{Cc}\t\n\r]/u;

/** A text has at most `max` characters and none of the forbidden ones. `label` begins the message. */
export function textRules(label: string, max: number, forbidden: RegExp): readonly Rule[] {
  return [
    where(
      (value) => countCharacters(value) <= max,
      `${label} must be at most ${formatCount(max)} characters`,
    ),
    where((value) => !forbidden.test(value), `${label} must not contain control characters`),
  ];
}
