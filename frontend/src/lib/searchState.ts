/**
 * Typed search parameters. A screen declares its parameters in a schema and reads and writes them through it, so a
 * value is either one that the screen knows or absent.
 */

import { isDay } from './dates';
import { inOneLine } from './pasteLine';

/** Conversion of one search parameter from and to the address. */
export interface SearchField<Value> {
  /** The value for the text in the address; `null` means a missing parameter. Never throws. */
  read(text: string | null): Value;
  /** The text for a value; `null` omits the parameter. */
  write(value: Value): string | null;
}

export type SearchSchema = Readonly<Record<string, SearchField<unknown>>>;

export type SearchValues<Schema extends SearchSchema> = {
  readonly [Name in keyof Schema]: Schema[Name] extends SearchField<infer Value> ? Value : never;
};

/** Free text in one line, trimmed and cut to `maxLength` characters (code points). Empty text is omitted. */
export function searchText(maxLength: number): SearchField<string> {
  return {
    read: (text) =>
      Array.from(inOneLine(text ?? ''))
        .slice(0, maxLength)
        .join(''),
    write: (value) => (value.trim() === '' ? null : value.trim()),
  };
}

/** One of several values. The first is the default: it is omitted, and anything unknown reads as it. */
export function searchChoice<const Options extends readonly [string, ...string[]]>(
  options: Options,
): SearchField<Options[number]> {
  const [fallback] = options;
  return {
    read: (text) => options.find((option) => option === text) ?? fallback,
    write: (value) => (value === fallback ? null : value),
  };
}

/** One of several values, or nothing. */
export function searchOption<const Value extends string | number>(
  options: readonly Value[],
): SearchField<Value | undefined> {
  return {
    read: (text) => options.find((option) => String(option) === text),
    write: (value) => (value === undefined ? null : String(value)),
  };
}

/** A flag: `true` or absent. */
export const searchFlag: SearchField<boolean> = {
  read: (text) => text === 'true',
  write: (value) => (value ? 'true' : null),
};

/** A whole number from 1 to 999,999; anything else reads as absent. */
export const searchNumber: SearchField<number | undefined> = {
  read: (text) => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : undefined),
  write: (value) => (value === undefined ? null : String(value)),
};

/** A date as `YYYY-MM-DD`; an invalid date reads as absent. */
export const searchDay: SearchField<string> = {
  read: (text) => (isDay(text ?? '') ? (text ?? '') : ''),
  write: (value) => (isDay(value) ? value : null),
};

export function readSearch<Schema extends SearchSchema>(
  schema: Schema,
  params: URLSearchParams,
): SearchValues<Schema> {
  return Object.fromEntries(
    Object.entries(schema).map(([name, field]) => [name, field.read(params.get(name))]),
  ) as SearchValues<Schema>;
}

/** The parameters with some values changed. Parameters outside of the schema are kept. */
export function writeSearch<Schema extends SearchSchema>(
  schema: Schema,
  params: URLSearchParams,
  changes: Partial<SearchValues<Schema>>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    const text = schema[name]?.write(value) ?? null;
    if (text === null) next.delete(name);
    else next.set(name, text);
  }
  return next;
}
