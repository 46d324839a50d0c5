import type { Check, FieldName, Problems } from '@/lib/checks';

/** What a form shows now. */
export interface FormState<Values> {
  readonly values: Values;
  readonly problems: Problems<Values>;
  /** Something differs from what the form began with. */
  readonly isDirty: boolean;
  /** What was submitted is on its way; until it has arrived nothing is submitted again. */
  readonly isSending: boolean;
}

/** The fields that hold text. */
export type TextName<Values> = {
  [Name in FieldName<Values>]: Values[Name] extends string ? Name : never;
}[FieldName<Values>];

/** Anything that can be focused. */
type Focusable = { readonly focus: () => void } | null;

/** What ties a text control to its field. */
export interface Binding {
  readonly name: string;
  readonly ref: (control: Focusable) => void;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
}

/** A form that several components share; it stays the same one, and its state is read with `useFields`. */
export interface FormHandle<Values extends object> {
  readonly state: () => FormState<Values>;
  readonly subscribe: (tell: () => void) => () => void;
  readonly values: () => Values;
  readonly set: <Name extends FieldName<Values>>(name: Name, value: Values[Name]) => void;
  /** Starts over, with the initial values unless others are given. */
  readonly reset: (values?: Values) => void;
  /** Shows what is wrong with some fields, each until it changes, and focuses the first of them. */
  readonly fail: (problems: Problems<Values>) => void;
  readonly focus: (name: FieldName<Values>) => void;
  /** Checks everything: what is wrong is shown, the first wrong field gets the focus, and its message is returned. */
  readonly validate: () => string | undefined;
  /**
   * Validates and hands the values to `send`; returns the first message when a field is wrong. While an earlier `send` is
   * on its way, does nothing: what was submitted once is sent once, however often Enter is pressed.
   */
  readonly submit: (send: (values: Values) => unknown) => string | undefined;
  /** For a control of text. */
  readonly bind: (name: TextName<Values>) => Binding;
  /** The `ref` of a control of anything else, so that it can be focused. */
  readonly ref: (name: FieldName<Values>) => (control: Focusable) => void;
}

/** Numbers and text by value, lists and records by what is in them. */
function isSame(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  const areObjects = typeof left === 'object' && typeof right === 'object';
  return areObjects && JSON.stringify(left) === JSON.stringify(right);
}

/**
 * Makes a form: checked on submit, and from then on every field as it changes. With `kept` values it shows those from the
 * start, and differs from what it began with.
 */
export function makeForm<Values extends object>(
  check: Check<Values>,
  initial: Values,
  kept: Values = initial,
): FormHandle<Values> {
  const names = Object.keys(initial) as FieldName<Values>[];
  const noProblems = {} as Problems<Values>;
  const listeners = new Set<() => void>();
  const controls = new Map<FieldName<Values>, Focusable>();
  const refs = new Map<FieldName<Values>, (control: Focusable) => void>();
  const bindings = new Map<FieldName<Values>, Binding>();
  let first = initial;
  let wasSubmitted = false;

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

  const focus = (name: FieldName<Values>) => controls.get(name)?.focus();
  const focusFirst = (problems: Problems<Values>) => {
    const wrong = names.find((name) => problems[name] !== undefined);
    if (wrong !== undefined) focus(wrong);
    return wrong;
  };
  const set = <Name extends FieldName<Values>>(name: Name, value: Values[Name]) => {
    const values = { ...state.values, [name]: value };
    const problem = wasSubmitted ? check(values)[name] : undefined;
    setState({ values, problems: { ...state.problems, [name]: problem } });
  };
  const validate = () => {
    wasSubmitted = true;
    const problems = check(state.values);
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
        if (control === null) controls.delete(name);
        else controls.set(name, control);
      });
    refs.set(name, known);
    return known;
  };
  const makeBinding = (name: TextName<Values>): Binding => ({
    name,
    ref: ref(name),
    onChange: ({ target }) => {
      // Only fields of text are bound.
      set(name, target.value as Values[typeof name]);
    },
  });

  return {
    state: () => state,
    subscribe: (tell) => {
      listeners.add(tell);
      return () => {
        listeners.delete(tell);
      };
    },
    values: () => state.values,
    set,
    reset: (values = initial) => {
      first = values;
      wasSubmitted = false;
      setState({ values, problems: noProblems });
    },
    fail: (problems) => {
      setState({ problems: { ...state.problems, ...problems } });
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
