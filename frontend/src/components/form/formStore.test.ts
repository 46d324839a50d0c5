import { atLeast, checkFields, where } from '@/lib/checks';
import { makeForm } from './formStore';

const empty = { title: '', text: '' };

function open(initial = empty) {
  const form = makeForm(
    checkFields<typeof empty>({ title: [atLeast(1, 'No title')], text: [atLeast(3, 'Too short')] }),
    initial,
  );
  const focused: string[] = [];
  for (const name of ['title', 'text'] as const) form.bind(name).ref({ focus: () => focused.push(name) });
  const type = (name: 'title' | 'text', value: string) => form.bind(name).onChange({ target: { value } });
  return { form, focused, type };
}

test('a form is dirty while a value differs from the initial one', () => {
  const { form, type } = open();
  type('title', 'x');
  expect(form.state()).toEqual({
    values: { title: 'x', text: '' },
    problems: {},
    isDirty: true,
    isSending: false,
  });
  type('title', '');
  expect(form.state().isDirty).toBe(false);
});

test('nothing is checked before the first submit, then each field that changes is checked', () => {
  const { form, focused, type } = open();
  type('text', 'x');
  expect(form.state().problems).toEqual({});
  expect(form.validate()).toBe('No title');
  expect(form.state().problems).toEqual({ title: 'No title', text: 'Too short' });
  expect(focused).toEqual(['title']);
  type('title', 'x');
  expect(form.state().problems).toEqual({ text: 'Too short' });
  type('title', '');
  expect(form.state().problems).toEqual({ text: 'Too short', title: 'No title' });
  type('title', 'x');
  expect(form.validate()).toBe('Too short');
  expect(focused).toEqual(['title', 'text']);
  type('text', 'xyz');
  expect(form.validate()).toBeUndefined();
});

test('a rule that compares two fields is checked when either of them changes', () => {
  const differ = ({ title, text }: typeof empty) => (title === text ? {} : { text: 'They differ' });
  const form = makeForm(differ, { title: 'a', text: 'b' });
  expect(form.validate()).toBe('They differ');
  form.set('title', 'b');
  expect(form.state().problems).toEqual({});
  form.set('title', 'c');
  expect(form.state().problems).toEqual({ text: 'They differ' });
});

test('new rules apply at once and later, also to values that were submitted before', () => {
  const { form, type } = open({ title: 'x', text: 'xyz' });
  expect(form.validate()).toBeUndefined();
  form.follow(checkFields<typeof empty>({ title: [atLeast(2, 'Two at least')], text: [] }));
  expect(form.state().problems).toEqual({ title: 'Two at least' });
  type('text', '');
  expect(form.state().problems).toEqual({ title: 'Two at least' });
  expect(form.submit(() => undefined)).toBe('Two at least');
});

test('a problem that the server reports stays until the field changes', () => {
  const { form, focused, type } = open();
  form.fail({ title: 'Taken' });
  type('text', 'x');
  expect(form.state().problems).toEqual({ title: 'Taken' });
  expect(focused).toEqual(['title']);
  type('title', 'other');
  expect(form.state().problems).toEqual({});
});

test('a reset takes the given values, or the initial ones by default', () => {
  const { form, type } = open();
  form.validate();
  form.reset({ title: 'again', text: 'text' });
  expect(form.state()).toEqual({
    values: { title: 'again', text: 'text' },
    problems: {},
    isDirty: false,
    isSending: false,
  });
  type('text', '');
  expect(form.state().problems).toEqual({});
  form.reset();
  expect(form.values()).toEqual(empty);
});

test('a subscriber is called on every change until it unsubscribes', () => {
  const { form, type } = open();
  const tell = jest.fn();
  const stop = form.subscribe(tell);
  type('title', 'x');
  stop();
  type('title', 'y');
  expect(tell).toHaveBeenCalledTimes(1);
});

test('a control that is not yet on the page gets the focus when it appears', () => {
  const { form, focused } = open();
  form.bind('title').ref(null);
  form.validate();
  expect(focused).toEqual([]);
  const control = { focus: () => focused.push('title, later') };
  form.bind('title').ref(control);
  expect(focused).toEqual(['title, later']);
  // Only once, and only if nothing else has been focused in the meantime.
  form.bind('title').ref(null);
  form.bind('title').ref(control);
  form.bind('title').ref(null);
  form.focus('title');
  form.focus('text');
  form.bind('title').ref(control);
  expect(focused).toEqual(['title, later', 'text']);
});

test('a form is not sent again while it is being sent', async () => {
  const { form } = open({ title: 'x', text: 'xyz' });
  let arrive: () => void = () => undefined;
  const send = jest.fn(() => new Promise<void>((resolve) => (arrive = resolve)));
  expect(form.submit(send)).toBeUndefined();
  expect(form.state().isSending).toBe(true);
  form.submit(send);
  form.submit(send);
  expect(send).toHaveBeenCalledTimes(1);
  arrive();
  await Promise.resolve();
  await Promise.resolve();
  expect(form.state().isSending).toBe(false);
  form.submit(send);
  expect(send).toHaveBeenCalledTimes(2);
});

test('an invalid form is not submitted', () => {
  const { form, focused } = open();
  const send = jest.fn();
  expect(form.submit(send)).toBe('No title');
  expect(send).not.toHaveBeenCalled();
  expect(focused).toEqual(['title']);
});

test('the first of several fields that the server refuses gets the focus', () => {
  const { form, focused } = open();
  form.fail({ text: 'Too long', title: 'Taken' });
  expect(form.state().problems).toEqual({ title: 'Taken', text: 'Too long' });
  expect(focused).toEqual(['title']);
});

test('a form with kept values shows them and is dirty from the start', () => {
  const form = makeForm(() => ({}), empty, { title: 'kept', text: '' });
  expect(form.state()).toMatchObject({ values: { title: 'kept' }, isDirty: true });
  form.reset();
  expect(form.state()).toMatchObject({ values: empty, isDirty: false });
});

test('values other than text are checked and compared by content', () => {
  const first = { level: 1, tags: ['a'] as readonly string[], sealed: false };
  const check = checkFields<typeof first>({
    level: [where((level) => level <= 3, 'Too high')],
    tags: [],
    sealed: [],
  });
  const form = makeForm(check, first);
  form.set('tags', ['a']);
  expect(form.state().isDirty).toBe(false);
  form.set('tags', ['a', 'b']);
  form.set('level', 4);
  form.set('sealed', true);
  expect(form.state().isDirty).toBe(true);
  const focused = jest.fn();
  form.ref('level')({ focus: focused });
  expect(form.validate()).toBe('Too high');
  expect(focused).toHaveBeenCalledTimes(1);
});
