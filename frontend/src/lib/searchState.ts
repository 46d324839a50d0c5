/**
 * Typed search parameters. A screen names its parameters in a schema, and reads and writes them through it, so that a
 * value in the address is either one the screen knows or absent.
 */

import { isDay } from './dates';
import { inOneLine } from './pasteLine';

/** One search parameter: how it is read from the address and written into it. */
export interface SearchField<Value> {
  /** The value for the text in the address; `null` stands for a missing parameter. Never throws. */
  read(text: string | null): Value;
  /** The text for a value; `null` leaves the parameter out. */
  write(value: Value): string | null;
}

export type SearchSchema = Readonly<Record<string, SearchField<unknown>>>;

export type SearchValues<Schema extends SearchSchema> = {
  readonly [Name in keyof Schema]: Schema[Name] extends SearchField<infer Value> ? Value : never;
};

/**
 * Free text in one line, trimmed and cut to `maxLength` characters (code points). Empty text is left out of the
 * address.
 */
export function searchText(maxLength: number): SearchField<string> {
  return {
    read: (text) =>
      Array.from(inOneLine(text ?? ''))
        .slice(0, maxLength)
        .join(''),
    write: (value) => (value.trim() === '' ? null : value.trim()),
  };
}

/** One of several values; anything else reads as the first, which is left out of the address. */
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

/** A parameter that is present as `true` or absent. */
export const searchFlag: SearchField<boolean> = {
  read: (text) => text === 'true',
  write: (value) => (value ? 'true' : null),
};

/** A whole number from 1 to 999,999; anything else is left out. */
export const searchNumber: SearchField<number | undefined> = {
  read: (text) => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : undefined),
  write: (value) => (value === undefined ? null : String(value)),
};

/** A day as `YYYY-MM-DD`; anything that is no day of the calendar is left out. */
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

/** The parameters with some values changed. Parameters that the schema does not name stay as they are. */
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
