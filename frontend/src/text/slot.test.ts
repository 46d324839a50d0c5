import { begun, makeServer, saved, write } from '@/testing/textServer';
import { newText } from './keptText';
import { longestWait, makeSlot } from './slot';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

test('the first words begin a draft, and blanks do not', async () => {
  const { saver, sent, last, kept } = write();
  saver.change('  ');
  await jest.advanceTimersByTimeAsync(10_000);
  expect(sent()).toEqual([]);
  saver.change('One');
  await jest.advanceTimersByTimeAsync(longestWait);
  expect(sent()).toEqual(['begin One']);
  expect(saver.state()).toEqual({ is: 'saving' });
  await last().answer(saved('r1'));
  expect(saver.state()).toEqual({ is: 'saved', at: '2026-03-14T09:26:53.000Z' });
  expect(kept.at(-1)).toBe('saved');
  expect(saver.kept().draft).toEqual({ id: 'd1', revision: 'r1' });
});

test('typing without a pause is saved within two seconds, one save at a time', async () => {
  const { saver, sent, last } = await begun();
  let text = 'One';
  for (let time = 0; time < 1900; time += 100) {
    saver.change((text += ' a'));
    await jest.advanceTimersByTimeAsync(100);
  }
  expect(sent()).toHaveLength(2);
  const first = last();
  saver.change('Two');
  await jest.advanceTimersByTimeAsync(10_000);
  expect(sent()).toHaveLength(2);
  await first.answer(saved('r2'));
  await jest.advanceTimersByTimeAsync(longestWait);
  expect(sent().at(-1)).toBe('save d1 r2 Two');
});

test('flush saves at once, also what was typed while a save was running', async () => {
  const { saver, sent, last } = await begun();
  saver.change('Two');
  const flushed = saver.flush();
  saver.change('Three');
  await last().answer(saved('r2'));
  expect(sent().at(-1)).toBe('save d1 r2 Three');
  await last().answer(saved('r3'));
  await expect(flushed).resolves.toBe(true);
});

test('a first save whose answer was lost is repeated with the same text before the present one is saved', async () => {
  const { saver, sent, last, kept } = write();
  saver.change('One');
  await jest.advanceTimersByTimeAsync(longestWait);
  saver.change('One and two');
  await last().answer({ is: 'unavailable', message: 'No answer.' });
  expect(saver.state()).toEqual({ is: 'failed', message: 'No answer.', isRefused: false });
  expect(kept.at(-1)).toBe('One and two');
  await jest.advanceTimersByTimeAsync(2000);
  expect(sent().at(-1)).toBe('begin One');
  await last().answer(saved('r1'));
  expect(sent().at(-1)).toBe('save d1 r1 One and two');
});

test('an unavailable server is tried again more and more rarely, and a refusal waits for another text', async () => {
  const { saver, sent, last } = await begun();
  saver.change('Two');
  await jest.advanceTimersByTimeAsync(longestWait);
  for (const pause of [2000, 4000, 8000, 15_000, 15_000]) {
    await last().answer({ is: 'unavailable', message: 'Down.' });
    const before = sent().length;
    await jest.advanceTimersByTimeAsync(pause - 1);
    expect(sent()).toHaveLength(before);
    await jest.advanceTimersByTimeAsync(1);
    expect(sent()).toHaveLength(before + 1);
  }
  await last().answer({ is: 'refused', message: 'Too long.' });
  const before = sent().length;
  await jest.advanceTimersByTimeAsync(60_000);
  expect(sent()).toHaveLength(before);
  saver.change('Tw');
  await jest.advanceTimersByTimeAsync(longestWait);
  expect(sent().at(-1)).toBe('save d1 r1 Tw');
});

describe('a text that was corrected while the save of the one before was refused', () => {
  async function corrected() {
    const made = await begun();
    made.saver.change('Two');
    await jest.advanceTimersByTimeAsync(longestWait);
    made.saver.change('Tw');
    return made;
  }

  test('is saved without another key', async () => {
    const { sent, last, saver } = await corrected();
    await last().answer({ is: 'refused', message: 'Too long.' });
    expect(saver.state()).toEqual({ is: 'failed', message: 'Too long.', isRefused: true });
    await jest.advanceTimersByTimeAsync(longestWait);
    expect(sent().at(-1)).toBe('save d1 r1 Tw');
    await last().answer(saved('r2'));
    expect(saver.state().is).toBe('saved');
  });

  test('is saved at once when the form is sent', async () => {
    const { sent, last, saver } = await corrected();
    const flushed = saver.flush();
    await last().answer({ is: 'refused', message: 'Too long.' });
    expect(sent().at(-1)).toBe('save d1 r1 Tw');
    await last().answer(saved('r2'));
    await expect(flushed).resolves.toBe(true);
  });

  test('waits for the next change when it is refused itself', async () => {
    const { sent, last } = await corrected();
    await last().answer({ is: 'refused', message: 'Too long.' });
    await jest.advanceTimersByTimeAsync(longestWait);
    await last().answer({ is: 'refused', message: 'Too long.' });
    const before = sent().length;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(sent()).toHaveLength(before);
  });
});

test('a draft that was deleted elsewhere is created again with the whole text', async () => {
  const { saver, sent, last } = await begun();
  saver.change('Two');
  await jest.advanceTimersByTimeAsync(longestWait);
  await last().answer({ is: 'gone' });
  expect(sent().at(-1)).toBe('begin Two');
});

describe('a draft that was changed elsewhere', () => {
  async function conflict() {
    const made = await begun();
    made.saver.change('Mine');
    await jest.advanceTimersByTimeAsync(longestWait);
    const stored = {
      id: 'd1',
      revision: 'r9',
      text: 'Theirs',
      at: '2026-03-14T10:00:00.000Z',
    };
    await made.last().answer({ is: 'changed', stored });
    made.saver.change('Mine and more');
    await jest.advanceTimersByTimeAsync(60_000);
    expect(made.saver.state()).toEqual({ is: 'changed', stored });
    expect(made.kept.at(-1)).toBe('Mine and more');
    await expect(made.saver.flush()).resolves.toBe(false);
    return made;
  }

  test('is replaced by the own text', async () => {
    const { saver, sent } = await conflict();
    saver.resolve('mine');
    expect(sent().at(-1)).toBe('save d1 r9 Mine and more');
  });

  test('stays beside the own text, which begins another draft', async () => {
    const { saver, sent } = await conflict();
    saver.resolve('both');
    expect(sent().at(-1)).toBe('begin Mine and more');
  });

  test('replaces the own text', async () => {
    const { saver, sent, shown } = await conflict();
    const before = sent().length;
    saver.resolve('theirs');
    expect(shown).toEqual(['Theirs']);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(sent()).toHaveLength(before);
    expect(saver.kept()).toMatchObject({ text: 'Theirs', draft: { id: 'd1', revision: 'r9' } });
  });
});

test('a text that has one draft at the most and no changes any more has none', async () => {
  const server = makeServer();
  const single = { ...server, home: { ...server.home, hasCopies: false } };
  const { saver, last, sent, kept } = write(newText('form', ''), single);
  saver.change('One');
  await jest.advanceTimersByTimeAsync(longestWait);
  await last().answer(saved('r1'));
  saver.change('');
  await jest.advanceTimersByTimeAsync(longestWait);
  await last().answer(saved('r2'));
  await last().answer(true);
  expect([sent().at(-1), saver.kept().draft, kept.at(-1)]).toEqual(['remove d1', null, 'dropped']);
});

test('a text without a home stays in the browser', async () => {
  const { keeper, kept } = makeServer();
  const saver = makeSlot({
    start: newText('form', ''),
    keeper,
    home: null,
    blank: () => '',
    isBlank: (text) => text === '',
  });
  saver.change('One');
  expect([kept.at(-1), await saver.flush(), saver.state().is]).toEqual(['One', true, 'empty']);
  saver.change('');
  expect(kept.at(-1)).toBe('dropped');
});

test('a form that is gone sends nothing any more', async () => {
  const { saver, sent, last } = await begun();
  saver.change('Two');
  await jest.advanceTimersByTimeAsync(longestWait);
  saver.stop();
  await last().answer({ is: 'unavailable', message: 'Down.' });
  const before = sent().length;
  await jest.advanceTimersByTimeAsync(60_000);
  expect(sent()).toHaveLength(before);
});

test('a form that was rendered and never shown saves nothing', async () => {
  const { home, keeper, sent } = makeServer();
  makeSlot({
    start: newText('form', 'One'),
    keeper,
    home,
    blank: () => '',
    isBlank: (text) => text === '',
  });
  await jest.advanceTimersByTimeAsync(60_000);
  expect(sent()).toEqual([]);
});
