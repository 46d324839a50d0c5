import type { Check, Fields, Problems } from '@/lib/checks';

/** What a form shows now. */
export interface FormState<Name extends string> {
  readonly values: Fields<Name>;
  readonly problems: Problems<Name>;
  /** Something differs from what the form began with. */
  readonly dirty: boolean;
}

/** What ties a control to its field. */
export interface Binding {
  readonly name: string;
  readonly ref: (control: { readonly focus: () => void } | null) => void;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
}

/** A form that several components share; it stays the same one, and its state is read with `useFields`. */
export interface FormHandle<Name extends string> {
  readonly state: () => FormState<Name>;
  readonly subscribe: (tell: () => void) => () => void;
  readonly values: () => Fields<Name>;
  readonly set: (name: Name, value: string) => void;
  /** Begins anew, with the first values unless told otherwise. */
  readonly reset: (values?: Fields<Name>) => void;
  /** Says what is wrong with a field, until it changes, and goes there. */
  readonly fail: (name: Name, message: string) => void;
  readonly focus: (name: Name) => void;
  /** Checks everything: what is wrong is shown, the first wrong field gets the focus, and its message is answered. */
  readonly refuse: () => string | undefined;
  readonly bind: (name: Name) => Binding;
}

/** Makes a form: checked on submit, and from then on every field as it changes. */
export function makeForm<Name extends string>(check: Check<Name>, initial: Fields<Name>): FormHandle<Name> {
  let first = initial;
  let tried = false;
  const sound = {} as Problems<Name>;
  let state: FormState<Name> = { values: initial, problems: sound, dirty: false };
  const listeners = new Set<() => void>();
  const controls = new Map<Name, { readonly focus: () => void }>();
  const bindings = new Map<Name, Binding>();

  const become = (values: Fields<Name>, problems: Problems<Name>) => {
    const dirty = (Object.keys(values) as Name[]).some((name) => values[name] !== first[name]);
    state = { values, problems, dirty };
    for (const tell of listeners) tell();
  };
  const set = (name: Name, value: string) => {
    const values = { ...state.values, [name]: value };
    const problem = tried ? check(values)[name] : undefined;
    become(values, { ...state.problems, [name]: problem });
  };
  const focus = (name: Name) => controls.get(name)?.focus();

  const makeBinding = (name: Name): Binding => ({
    name,
    ref: (control) => {
      if (control === null) controls.delete(name);
      else controls.set(name, control);
    },
    onChange: ({ target }) => {
      set(name, target.value);
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
      tried = false;
      become(values, sound);
    },
    fail: (name, message) => {
      become(state.values, { ...state.problems, [name]: message });
      focus(name);
    },
    focus,
    refuse: () => {
      tried = true;
      const problems = check(state.values);
      become(state.values, problems);
      const [wrong] = Object.keys(problems) as Name[];
      if (wrong === undefined) return undefined;
      focus(wrong);
      return problems[wrong];
    },
    bind: (name) => {
      const known = bindings.get(name) ?? makeBinding(name);
      bindings.set(name, known);
      return known;
    },
  };
}
