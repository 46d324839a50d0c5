import { at, begun, down, saved, write } from '@/testing/textServer';
import { NotSaved } from './keptText';
import { longestWait } from './slot';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
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
