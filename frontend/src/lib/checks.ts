/** The values of a form whose fields are all text. */
export type Fields<Name extends string> = Readonly<Record<Name, string>>;

/** The fields of a form by name: text, numbers, choices, lists. */
export type FieldName<Values> = Extract<keyof Values, string>;

export type Problems<Values> = Readonly<Partial<Record<FieldName<Values>, string | undefined>>>;

/** Returns what is wrong with a value, or `undefined` if it is valid. */
export type Rule<Value = string> = (value: Value) => string | undefined;

/** Returns the problems of all fields, in the order of the fields. */
export type Check<Values> = (values: Values) => Problems<Values>;

export function where<Value = string>(holds: (value: Value) => boolean, message: string): Rule<Value> {
  return (value) => (holds(value) ? undefined : message);
}

/** At least `length` UTF-16 code units. */
export function atLeast(length: number, message: string): Rule {
  return where((value) => value.length >= length, message);
}

/** At most `length` UTF-16 code units. */
export function atMost(length: number, message: string): Rule {
  return where((value) => value.length <= length, message);
}

/** At most `max` characters (code points), not counting blanks at the ends. */
export function atMostCharacters(label: string, max: number): Rule {
  return where(
    (value) => Array.from(value.trim()).length <= max,
    `${label} must be at most ${max} characters`,
  );
}

/** Email address as the server accepts it, or empty. */
export const emailRules: readonly Rule[] = [
  atMost(254, 'Email must be at most 254 characters'),
  where((value) => value === '' || /^[^@\s]+@[^\s]*\.[^\s]*$/.test(value), 'Enter a valid email address'),
];

type Rules<Values> = { readonly [Name in FieldName<Values>]: readonly Rule<Values[Name]>[] };

/** Checks every field in the order of the form. Each field reports the first rule that fails. */
export function checkFields<Values extends object>(rules: Rules<Values>): Check<Values> {
  const names = Object.keys(rules) as FieldName<Values>[];
  return (values) => {
    const problems: Partial<Record<FieldName<Values>, string>> = {};
    for (const name of names) {
      const broken = firstBroken(rules[name], values[name]);
      if (broken !== undefined) problems[name] = broken;
    }
    return problems;
  };
}

function firstBroken<Value>(rules: readonly Rule<Value>[], value: Value): string | undefined {
  for (const rule of rules) {
    const message = rule(value);
    if (message !== undefined) return message;
  }
  return undefined;
}
