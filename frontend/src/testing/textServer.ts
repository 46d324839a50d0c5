import {
  newText,
  type KeptText,
  type SaveResult,
  type StoredText,
  type TextHome,
  type TextKeeper,
} from '@/text/keptText';
import { longestWait, makeSlot } from '@/text/slot';

type Result = SaveResult<string>;

export const at = '2026-03-14T09:26:53.000Z';
export const saved = (revision: string): Result => ({ is: 'saved', stored: { id: 'd1', revision, at } });
/** The server does not respond. */
export const down: Result = { is: 'unavailable', message: 'Down.' };

/** A simulated server whose responses are sent by the test, and a simulated browser storage. */
export function makeServer() {
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

/** The slot of a form, connected to the server and the browser. */
export function write(start = newText('form', ''), server = makeServer()) {
  const { home, keeper } = server;
  const isBlank = (text: string) => text.trim() === '';
  const saver = makeSlot({ start, keeper, home, blank: () => '', isBlank });
  saver.start();
  const shown: string[] = [];
  saver.onShow((text) => shown.push(text));
  return { ...server, server, saver, shown };
}

/** A form whose first text is saved. */
export async function begun() {
  const made = write();
  made.saver.change('One');
  await jest.advanceTimersByTimeAsync(longestWait);
  await made.last().answer(saved('r1'));
  return made;
}
