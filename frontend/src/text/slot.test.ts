import {
  newText,
  NotSaved,
  type KeptText,
  type SaveResult,
  type StoredText,
  type TextHome,
  type TextKeeper,
} from './keptText';
import { longestWait, makeSlot } from './slot';

type Result = SaveResult<string>;

const at = '2026-03-14T09:26:53.000Z';
const saved = (revision: string): Result => ({ is: 'saved', stored: { id: 'd1', revision, at } });
const down: Result = { is: 'unavailable', message: 'Down.' };

/** A server whose answers wait until they are given, and a browser. */
function makeServer() {
  const calls: { readonly call: string; readonly answer: (result: unknown) => Promise<void> }[] = [];
  const kept: string[] = [];
  const tasks: KeptText<string>[] = [];
  const respond = <Answer>(call: string) =>
    new Promise<Answer>((resolve) => {
      calls.push({
        call,
        answer: async (result) => {
          resolve(result as Answer);
          await jest.advanceTimersByTimeAsync(0);
        },
      });
    });
  const home: TextHome<string> = {
    begin: (_key, text) => respond(`begin ${text}`),
    save: ({ id, revision }, text) => respond(`save ${id} ${revision} ${text}`),
    load: (id) => respond<StoredText<string> | 'gone'>(`load ${id}`),
    remove: (id) => respond(`remove ${id}`),
    hasCopies: true,
  };
  const ends = new Set<(ended: KeptText<string>) => void>();
  const keeper: TextKeeper<string> = {
    keep: (one) => {
      if (one.isDiscarded) tasks.push(one);
      else kept.push(one.isSaved ? 'saved' : one.text);
    },
    drop: (one) => {
      if (one.isDiscarded) tasks.splice(0);
      else kept.push('dropped');
    },
    end: (one) => {
      for (const tell of [...ends]) tell(one);
    },
    onEnd: (tell) => {
      ends.add(tell);
      return () => ends.delete(tell);
    },
  };
  const last = () => {
    const found = calls.at(-1);
    if (!found) throw new Error('Nothing was sent.');
    return found;
  };
  return { home, keeper, kept, tasks, last, sent: () => calls.map(({ call }) => call) };
}

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

function write(start = newText('form', ''), server = makeServer()) {
  const { home, keeper } = server;
  const isBlank = (text: string) => text.trim() === '';
  const saver = makeSlot({ start, keeper, home, blank: () => '', isBlank });
  const shown: string[] = [];
  saver.onShow((text) => shown.push(text));
  return { ...server, server, saver, shown };
}

/** A form whose first words are saved. */
async function begun() {
  const made = write();
  made.saver.change('One');
  await jest.advanceTimersByTimeAsync(longestWait);
  await made.last().answer(saved('r1'));
  return made;
}

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

describe('a text that is sent', () => {
  test('is saved first, nothing is saved while it is sent, and a blank one takes its place', async () => {
    const { saver, sent, last, kept, shown } = await begun();
    saver.change('Two');
    const sending = jest.fn(() => new Promise<string>((resolve) => setTimeout(resolve, 5000, 's1')));
    const submitted = saver.submit(sending);
    await jest.advanceTimersByTimeAsync(0);
    expect(sending).not.toHaveBeenCalled();
    await last().answer(saved('r2'));
    expect(sending).toHaveBeenCalledWith({ id: 'd1', revision: 'r2' });
    await jest.advanceTimersByTimeAsync(5000);
    await expect(submitted).resolves.toBe('s1');
    expect([kept.at(-1), shown, saver.kept().draft]).toEqual(['dropped', [''], null]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(sent()).toEqual(['begin One', 'save d1 r1 Two']);
  });

  test('leaves what was changed meanwhile as a text of its own', async () => {
    const { saver, sent, shown } = await begun();
    const submitted = saver.submit(() => {
      saver.change('Three');
      return Promise.resolve();
    });
    await submitted;
    await jest.advanceTimersByTimeAsync(longestWait);
    expect([sent().at(-1), shown]).toEqual(['begin Three', []]);
  });

  test('is not sent while the server does not have its last words', async () => {
    const { saver, last } = await begun();
    saver.change('Two');
    const submitted = saver.submit(() => Promise.resolve()).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(0);
    await last().answer(down);
    expect(await submitted).toBeInstanceOf(NotSaved);
    expect(saver.kept().text).toBe('Two');
  });

  test('stays when it is refused', async () => {
    const { saver, shown } = await begun();
    await expect(saver.submit(() => Promise.reject(new Error('No.')))).rejects.toThrow('No.');
    expect([saver.kept().text, saver.kept().draft?.id, shown]).toEqual(['One', 'd1', []]);
  });

  test('leaves no draft behind whose answer was lost', async () => {
    const { saver, sent, last, tasks } = write();
    saver.change('One');
    const submitted = saver.submit(() => Promise.resolve());
    await jest.advanceTimersByTimeAsync(0);
    await last().answer(down);
    await submitted;
    await jest.advanceTimersByTimeAsync(0);
    expect(sent()).toEqual(['begin One', 'begin One']);
    await last().answer(saved('r1'));
    expect(sent().at(-1)).toBe('remove d1');
    await last().answer(true);
    expect(tasks).toEqual([]);
  });

  test('goes from another form of the window that shows it, and a changed one stays', async () => {
    const { saver, server } = await begun();
    const other = write(saver.kept(), server);
    const changed = write(saver.kept(), server);
    changed.saver.change('One and two');
    await saver.submit(() => Promise.resolve());
    expect([other.shown, other.saver.kept().text]).toEqual([[''], '']);
    expect([changed.shown, changed.saver.kept().text]).toEqual([[], 'One and two']);
  });
});

describe('a text that is discarded', () => {
  test('does not come back when the server is away: its draft is deleted once it answers', async () => {
    const { saver, sent, last, tasks, kept, shown } = await begun();
    saver.change('Two');
    saver.discard();
    expect([saver.kept().text, kept.at(-1), shown]).toEqual(['', 'dropped', ['']]);
    expect(tasks).toMatchObject([{ text: '', draft: { id: 'd1' }, isDiscarded: true }]);
    await jest.advanceTimersByTimeAsync(0);
    await last().answer(false);
    expect(tasks).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(2000);
    await last().answer(true);
    expect([sent(), tasks]).toEqual([['begin One', 'remove d1', 'remove d1'], []]);
  });

  test('during its first save is deleted after it, and what is typed next is another one', async () => {
    const { saver, sent, last, kept } = write();
    saver.change('One');
    await jest.advanceTimersByTimeAsync(longestWait);
    const first = last();
    saver.discard();
    saver.change('Two');
    await first.answer(saved('r1'));
    expect(sent()).toContain('remove d1');
    await last().answer(true);
    await jest.advanceTimersByTimeAsync(longestWait);
    expect([sent().at(-1), kept.at(-1)]).toEqual(['begin Two', 'Two']);
  });

  test('without a draft needs no server', async () => {
    const { saver, sent, tasks } = write();
    saver.change('One');
    saver.discard();
    await jest.advanceTimersByTimeAsync(60_000);
    expect([sent(), tasks]).toEqual([[], []]);
  });
});

describe('a form that is looked at again', () => {
  const stored = { id: 'd1', revision: 'r7', text: 'Seven', at };

  test('shows what another window saved', async () => {
    const { saver, last, shown } = await begun();
    const looked = saver.refresh();
    await last().answer(stored);
    await looked;
    expect([shown, saver.kept().draft]).toEqual([['Seven'], { id: 'd1', revision: 'r7' }]);
  });

  test('keeps what was typed meanwhile', async () => {
    const { saver, last, shown } = await begun();
    const looked = saver.refresh();
    saver.change('Two');
    await last().answer(stored);
    await looked;
    expect([shown, saver.kept().text]).toEqual([[], 'Two']);
  });

  test('is blank when the draft was sent or deleted elsewhere', async () => {
    const { saver, last, shown, sent } = await begun();
    const looked = saver.refresh();
    await last().answer('gone');
    await looked;
    await jest.advanceTimersByTimeAsync(60_000);
    expect([shown, sent().at(-1)]).toEqual([[''], 'load d1']);
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
