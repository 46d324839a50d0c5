import { atLeast, checkFields } from '@/lib/checks';
import { makeForm } from './formStore';

const empty = { title: '', text: '' };

function open(initial = empty) {
  const form = makeForm(
    checkFields({ title: [atLeast(1, 'No title')], text: [atLeast(3, 'Too short')] }),
    initial,
  );
  const focused: string[] = [];
  for (const name of ['title', 'text'] as const) form.bind(name).ref({ focus: () => focused.push(name) });
  const type = (name: 'title' | 'text', value: string) => {
    form.bind(name).onChange({ target: { value } });
  };
  return { form, focused, type };
}

test('is dirty while something differs from the beginning', () => {
  const { form, type } = open();
  type('title', 'x');
  expect(form.state()).toEqual({ values: { title: 'x', text: '' }, problems: {}, dirty: true });
  type('title', '');
  expect(form.state().dirty).toBe(false);
});

test('says nothing before the first try, then checks the field that changes', () => {
  const { form, focused, type } = open();
  type('text', 'x');
  expect(form.state().problems).toEqual({});
  expect(form.refuse()).toBe('No title');
  expect(form.state().problems).toEqual({ title: 'No title', text: 'Too short' });
  expect(focused).toEqual(['title']);
  type('title', 'x');
  expect(form.state().problems).toEqual({ text: 'Too short' });
  type('title', '');
  expect(form.state().problems).toEqual({ text: 'Too short', title: 'No title' });
  type('title', 'x');
  expect(form.refuse()).toBe('Too short');
  expect(focused).toEqual(['title', 'text']);
  type('text', 'xyz');
  expect(form.refuse()).toBeUndefined();
});

test('what the server found wrong stays until the field changes', () => {
  const { form, focused, type } = open();
  form.fail('title', 'Taken');
  type('text', 'x');
  expect(form.state().problems).toEqual({ title: 'Taken' });
  expect(focused).toEqual(['title']);
  type('title', 'other');
  expect(form.state().problems).toEqual({});
});

test('begins anew with what it is given, and then with what it began with', () => {
  const { form, type } = open();
  form.refuse();
  form.reset({ title: 'again', text: 'text' });
  expect(form.state()).toEqual({ values: { title: 'again', text: 'text' }, problems: {}, dirty: false });
  type('text', '');
  expect(form.state().problems).toEqual({});
  form.reset();
  expect(form.values()).toEqual(empty);
});

test('tells of every change until told not to', () => {
  const { form, type } = open();
  const tell = jest.fn();
  const stop = form.subscribe(tell);
  type('title', 'x');
  stop();
  type('title', 'y');
  expect(tell).toHaveBeenCalledTimes(1);
});

test('a control that has gone is not focused', () => {
  const { form, focused } = open();
  form.bind('title').ref(null);
  form.refuse();
  expect(focused).toEqual([]);
});
