import type { Check, FieldName, Problems } from '@/lib/checks';
import { register } from '@/lib/register';

export interface FormState<Values> {
  readonly values: Values;
  readonly problems: Problems<Values>;
  /** A value differs from the initial one. */
  readonly isDirty: boolean;
  /** The form is being sent. Until the response has arrived, it is not sent again. */
  readonly isSending: boolean;
}

export type TextName<Values> = {
  [Name in FieldName<Values>]: Values[Name] extends string ? Name : never;
}[FieldName<Values>];

type Focusable = { readonly focus: () => void } | null;

export interface Binding {
  readonly name: string;
  readonly ref: (control: Focusable) => void;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
}

/** A form that several components share. The handle never changes; `useFields` reads its state. */
export interface FormHandle<Values extends object> {
  readonly state: () => FormState<Values>;
  readonly subscribe: (tell: () => void) => () => void;
  readonly follow: (check: Check<Values>) => void;
  readonly values: () => Values;
  readonly set: <Name extends FieldName<Values>>(name: Name, value: Values[Name]) => void;
  /** Replaces the values, by default with the initial ones, and clears all problems. */
  readonly reset: (values?: Values) => void;
  /** Replaces the typed values. The form is dirty if they differ from the initial ones. */
  readonly fill: (values: Values) => void;
  /** Shows problems, each until its field changes, and focuses the first of these fields. */
  readonly fail: (problems: Problems<Values>) => void;
  /** Focuses a field. If it is not on the page yet, it gets the focus when it appears. */
  readonly focus: (name: FieldName<Values>) => void;
  /** Checks all fields, shows their problems and focuses the first invalid field. Returns its message. */
  readonly validate: () => string | undefined;
  /**
   * Validates and passes the values to `send`; returns the first message if a field is invalid. Does nothing while an
   * earlier `send` has not settled, so that pressing Enter repeatedly sends once.
   */
  readonly submit: (send: (values: Values) => unknown) => string | undefined;
  readonly bind: (name: TextName<Values>) => Binding;
  /** The `ref` of a control that is not a text field, so that it can be focused. */
  readonly ref: (name: FieldName<Values>) => (control: Focusable) => void;
}

/** Compares numbers and text by value, lists and records by content. */
function isSame(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  const areObjects = typeof left === 'object' && typeof right === 'object';
  return areObjects && JSON.stringify(left) === JSON.stringify(right);
}

/**
 * Creates a form. It is checked on submit, and from then on whenever a field changes, because rules may compare fields.
 * With `kept` values it shows those and is dirty from the start.
 */
export function makeForm<Values extends object>(
  rules: Check<Values>,
  initial: Values,
  kept: Values = initial,
): FormHandle<Values> {
  const names = Object.keys(initial) as FieldName<Values>[];
  const noProblems = {} as Problems<Values>;
  const listeners = new Set<() => void>();
  const controls = new Map<FieldName<Values>, Focusable>();
  const refs = new Map<FieldName<Values>, (control: Focusable) => void>();
  const bindings = new Map<FieldName<Values>, Binding>();
  let check = rules;
  let first = initial;
  let wasSubmitted = false;
  /** Problems that the rules cannot find, such as a refusal by the server, until the field changes. */
  let failed = noProblems;

  const differs = (values: Values) => names.some((name) => !isSame(values[name], first[name]));
  let state: FormState<Values> = {
    values: kept,
    problems: noProblems,
    isDirty: differs(kept),
    isSending: false,
  };
  const setState = (change: Partial<FormState<Values>>) => {
    const values = change.values ?? state.values;
    state = { ...state, ...change, isDirty: differs(values) };
    for (const tell of [...listeners]) tell();
  };

  // The field may be on a tab that is about to open; it gets the focus when it appears.
  let awaited: FieldName<Values> | undefined;
  const focus = (name: FieldName<Values>) => {
    const control = controls.get(name);
    awaited = control ? undefined : name;
    control?.focus();
  };
  const focusFirst = (problems: Problems<Values>) => {
    const wrong = names.find((name) => problems[name] !== undefined);
    if (wrong !== undefined) focus(wrong);
    return wrong;
  };
  const problemsOf = (values: Values): Problems<Values> => {
    const problems = wasSubmitted ? check(values) : noProblems;
    const known = Object.entries(failed).filter(([, problem]) => problem !== undefined);
    return { ...problems, ...Object.fromEntries(known) };
  };
  const set = <Name extends FieldName<Values>>(name: Name, value: Values[Name]) => {
    const values = { ...state.values, [name]: value };
    failed = { ...failed, [name]: undefined };
    setState({ values, problems: problemsOf(values) });
  };
  const validate = () => {
    wasSubmitted = true;
    failed = noProblems;
    const problems = problemsOf(state.values);
    setState({ problems });
    const wrong = focusFirst(problems);
    return wrong === undefined ? undefined : problems[wrong];
  };
  const send = async (work: Promise<unknown>) => {
    setState({ isSending: true });
    try {
      await work;
    } finally {
      setState({ isSending: false });
    }
  };
  const ref = (name: FieldName<Values>) => {
    const known =
      refs.get(name) ??
      ((control: Focusable) => {
        if (control === null) {
          controls.delete(name);
          return;
        }
        controls.set(name, control);
        if (awaited !== name) return;
        awaited = undefined;
        control.focus();
      });
    refs.set(name, known);
    return known;
  };
  const makeBinding = (name: TextName<Values>): Binding => ({
    name,
    ref: ref(name),
    onChange: ({ target }) => {
      // Only text fields are bound.
      set(name, target.value as Values[typeof name]);
    },
  });

  return {
    state: () => state,
    subscribe: (tell) => register(listeners, tell),
    follow: (next) => {
      check = next;
      const problems = problemsOf(state.values);
      if (!isSame(problems, state.problems)) setState({ problems });
    },
    values: () => state.values,
    set,
    reset: (values = initial) => {
      first = values;
      wasSubmitted = false;
      failed = noProblems;
      setState({ values, problems: noProblems });
    },
    fill: (values) => setState({ values, problems: noProblems }),
    fail: (problems) => {
      failed = { ...failed, ...problems };
      setState({ problems: problemsOf(state.values) });
      focusFirst(problems);
    },
    focus,
    validate,
    submit: (work) => {
      if (state.isSending) return undefined;
      const message = validate();
      if (message !== undefined) return message;
      const result = work(state.values);
      if (result instanceof Promise) void send(result);
      return undefined;
    },
    bind: (name) => {
      const known = bindings.get(name) ?? makeBinding(name);
      bindings.set(name, known);
      return known;
    },
    ref,
  };
}
