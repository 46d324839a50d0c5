/** What the fields of a form hold: text, whatever it stands for. */
export type Fields<Name extends string> = Readonly<Record<Name, string>>;

/** What is wrong, by field. */
export type Problems<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>;

/** What is wrong with one value; `undefined` when nothing is. */
export type Rule = (value: string) => string | undefined;

/** What is wrong with all of them, in the order of the fields. */
export type Check<Name extends string> = (values: Fields<Name>) => Problems<Name>;

/** The value has to be so. */
export function where(holds: (value: string) => boolean, message: string): Rule {
  return (value) => (holds(value) ? undefined : message);
}

/** At least so many UTF-16 units. */
export function atLeast(length: number, message: string): Rule {
  return where((value) => value.length >= length, message);
}

/** At most so many UTF-16 units. */
export function atMost(length: number, message: string): Rule {
  return where((value) => value.length <= length, message);
}

/** The rules of every field, in the order in which a form shows them. The first one that is broken speaks. */
export function checkFields<Name extends string>(
  rules: Readonly<Record<Name, readonly Rule[]>>,
): Check<Name> {
  const names = Object.keys(rules) as Name[];
  return (values) => {
    const problems: Partial<Record<Name, string>> = {};
    for (const name of names) {
      const broken = firstBroken(rules[name], values[name]);
      if (broken !== undefined) problems[name] = broken;
    }
    return problems;
  };
}

function firstBroken(rules: readonly Rule[], value: string): string | undefined {
  for (const rule of rules) {
    const message = rule(value);
    if (message !== undefined) return message;
  }
  return undefined;
}
