import type { TextFile } from '@/lib/pictures';
import { plural } from '@/lib/text';
import { isPictureFile, pictureProblem } from '@/lib/uploads';
import type { AppDispatch } from '@/state/hooks';
import { uploadFile } from '@/state/upload';
import { editArea, insertText } from './editArea';
import {
  applyEdits,
  complete,
  countUndescribed,
  describe,
  isPlaced,
  nextNumber,
  pictureOf,
  placeholderName,
  placeholderOf,
  removal,
  sourceOf,
  type TextEdit,
} from './placeholders';

type UploadState =
  | {
      readonly is: 'sending';
      /** From 0 to 1. */
      readonly progress: number;
    }
  | { readonly is: 'failed'; readonly message: string }
  | { readonly is: 'done'; readonly picture: TextFile };

/** A picture that was chosen for a text. */
export interface PictureUpload {
  /** Number of its placeholder. */
  readonly number: number;
  /** The name in its placeholder. */
  readonly name: string;
  readonly file: File;
  readonly state: UploadState;
}

/** The address that an upload has in the text. */
export function addressOf({ number, state }: PictureUpload): string {
  return sourceOf({ number, fileId: state.is === 'done' ? state.picture.fileId : null });
}

/** The form whose text has the pictures. */
export interface UploadHost {
  readonly dispatch: AppDispatch;
  readonly text: () => string;
  readonly setText: (text: string) => void;
  /** The text area; `null` while it is not shown. */
  readonly area: () => HTMLTextAreaElement | null;
  /** Whether the text area had the focus, so that its caret is where the author left it. */
  readonly hasCaret: () => boolean;
  readonly onChange: (uploads: readonly PictureUpload[]) => void;
  /** Shows why something was not done. */
  readonly refuse: (title: string, description: string) => void;
  /** Receives files that are not pictures; absent if the form accepts none. */
  readonly onOther: ((files: readonly File[]) => void) | undefined;
}

/** Why a form is not sent: an upload failed, or pictures have no description. */
export type Obstacle = { readonly failed: string } | { readonly undescribed: string };

/** The uploads of pictures into one text. A placeholder is in the text until its picture is uploaded. */
export function makePictureUploads(host: UploadHost) {
  let uploads: readonly PictureUpload[] = [];
  let lastNumber = 0;
  let isAsked = false;
  const running = new Map<number, { readonly stop: AbortController; readonly end: Promise<void> }>();
  const { text } = host;

  const setList = (next: readonly PictureUpload[]) => {
    uploads = next;
    host.onChange(next);
  };
  const setState = (number: number, state: UploadState) =>
    setList(uploads.map((one) => (one.number === number ? { ...one, state } : one)));
  const edit = (edits: readonly TextEdit[]) => {
    const area = host.area();
    if (edits.length === 0) return;
    if (area !== null) editArea(area, edits);
    else host.setText(applyEdits(text(), edits));
  };
  const isInText = (one: PictureUpload) => isPlaced(text(), addressOf(one));

  /** Inserts words at the caret, or in a paragraph of their own at the end. */
  const insert = (words: string) => {
    const area = host.area();
    if (area !== null && host.hasCaret()) {
      insertText(area, words);
      return;
    }
    const before = text();
    const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
    if (area === null) {
      host.setText(`${before}${gap}${words}`);
      return;
    }
    area.setSelectionRange(before.length, before.length);
    insertText(area, `${gap}${words}`);
  };

  const run = ({ number, name, file }: Pick<PictureUpload, 'number' | 'name' | 'file'>) => {
    const stop = new AbortController();
    const send = async () => {
      const result = await uploadFile(host.dispatch, file, {
        kind: 'picture',
        signal: stop.signal,
        onProgress: (progress) => setState(number, { is: 'sending', progress }),
      });
      if (result.is === 'canceled') return;
      running.delete(number);
      if (result.is === 'failed') {
        setState(number, { is: 'failed', message: result.message });
        return;
      }
      const { fileId: id, width, height } = result.claimed;
      edit(complete(text(), number, name, id));
      const picture = {
        fileId: id,
        name: file.name,
        size: file.size,
        kind: 'picture',
        width,
        height,
      } as const;
      setState(number, { is: 'done', picture });
    };
    running.set(number, { stop, end: send() });
  };

  const place = (files: readonly File[]) => {
    const begun: PictureUpload[] = [];
    for (const file of files) {
      const problem = pictureProblem(file);
      if (problem !== null) {
        host.refuse('Picture not placed', `${file.name}: ${problem}`);
        continue;
      }
      lastNumber = nextNumber(text(), lastNumber);
      const name = placeholderName(file.name);
      begun.push({ number: lastNumber, name, file, state: { is: 'sending', progress: 0 } });
    }
    if (begun.length === 0) return;
    insert(begun.map(({ name, number }) => placeholderOf(name, number)).join('\n\n'));
    setList([...uploads, ...begun]);
    begun.forEach(run);
  };

  const stopAll = () => {
    for (const { stop } of running.values()) stop.abort();
    running.clear();
  };

  return {
    /** Places the pictures of these files in the text. */
    take: (files: readonly File[]) => {
      const pictures = files.filter(isPictureFile);
      const others = files.filter((file) => !isPictureFile(file));
      const [other] = others;
      place(pictures);
      if (other === undefined) return;
      if (host.onOther !== undefined) host.onOther(others);
      else host.refuse('File not placed', `${other.name}: Only pictures can be placed in this text.`);
    },
    /** Ends an upload, or dismisses a failed one, with its placeholder; of an uploaded picture only the row. */
    dismiss: (one: PictureUpload) => {
      running.get(one.number)?.stop.abort();
      running.delete(one.number);
      setList(uploads.filter(({ number }) => number !== one.number));
      if (one.state.is !== 'done') edit(removal(text(), addressOf(one)));
    },
    retry: (one: PictureUpload) => {
      setState(one.number, { is: 'sending', progress: 0 });
      run(one);
    },
    describe: (one: PictureUpload, description: string) =>
      edit(describe(text(), addressOf(one), description, one.name)),
    /** Puts an uploaded picture at the caret. */
    insert: ({ state }: PictureUpload, description: string) => {
      if (state.is === 'done') insert(pictureOf(description, state.picture.fileId));
    },
    /** Resolves when no upload of the text is running; `undefined` if none is. */
    pending: (): Promise<unknown> | undefined => {
      const ends = uploads.flatMap((one) => {
        const end = running.get(one.number)?.end;
        return end !== undefined && isInText(one) ? [end] : [];
      });
      return ends.length === 0 ? undefined : Promise.all(ends);
    },
    /** Why the text cannot be sent, once no upload is running; `null` if it can. */
    obstacle: (): Obstacle | null => {
      // Undo may have brought a placeholder back.
      for (const { number, name, state } of uploads)
        if (state.is === 'done') edit(complete(text(), number, name, state.picture.fileId));
      const failed = uploads.find((one) => one.state.is === 'failed' && isInText(one));
      if (failed !== undefined)
        return { failed: `${failed.name} could not be uploaded. Retry or dismiss it.` };
      const count = countUndescribed(text());
      if (count === 0 || isAsked) return null;
      isAsked = true;
      return {
        undescribed: `${plural(count, 'picture')} in the text without a description. People who cannot see it do not learn what it shows.`,
      };
    },
    /** Cancels all uploads, for a text that is discarded or sent. */
    clear: () => {
      stopAll();
      isAsked = false;
      setList([]);
    },
    /** Cancels all uploads, for a form that was closed. */
    stopAll,
  };
}

export type UploadEngine = ReturnType<typeof makePictureUploads>;
