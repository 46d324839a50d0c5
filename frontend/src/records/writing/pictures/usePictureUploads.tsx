import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
} from 'react';
import { useSiteLocked } from '@/api/selectors';
import { useConfirm } from '@/components/dialog/ConfirmDialog';
import type { FormHandle } from '@/components/form/formStore';
import type { TextFile } from '@/lib/pictures';
import { plural } from '@/lib/text';
import { isPictureFile, pictureProblem } from '@/lib/uploads';
import { useToast } from '@/state/hooks';
import { useUpload } from '@/state/useUpload';
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
  /** The words of its placeholder. */
  readonly name: string;
  readonly file: File;
  readonly state: UploadState;
}

/** The address that an upload has in the text. */
export function addressOf({ number, state }: PictureUpload): string {
  return sourceOf({ number, fileId: state.is === 'done' ? state.picture.fileId : null });
}

export const uploadLocked = 'UPLOAD LOCKED - MAINTENANCE MODE';

/**
 * The pictures that are placed in the text of a form: pasted, dropped or chosen. A placeholder is in the text until its
 * picture is uploaded. Files that are no pictures go to `onOther`.
 */
export function usePictureUploads<Values extends { readonly content: string }>(
  form: FormHandle<Values>,
  onOther?: (file: File) => void,
) {
  const content = form as unknown as FormHandle<{ content: string }>;
  const toast = useToast();
  const isLocked = useSiteLocked();
  const upload = useUpload();
  const [uploads, setUploads] = useState<readonly PictureUpload[]>([]);
  const [isWaiting, setWaiting] = useState(false);
  const area = useRef<HTMLTextAreaElement | null>(null);
  /** The text area that has had the focus, so its caret is where the person left it. */
  const visited = useRef<HTMLTextAreaElement | null>(null);
  const list = useRef(uploads);
  const lastNumber = useRef(0);
  const running = useRef(new Map<number, { readonly stop: AbortController; readonly end: Promise<void> }>());
  const isAsked = useRef(false);
  const isGone = useRef(false);

  useEffect(() => {
    const runs = running.current;
    isGone.current = false;
    return () => {
      isGone.current = true;
      for (const { stop } of runs.values()) stop.abort();
    };
  }, []);

  const text = () => content.values().content;
  const setList = (next: readonly PictureUpload[]) => {
    list.current = next;
    setUploads(next);
  };
  const setState = (number: number, state: UploadState) =>
    setList(list.current.map((one) => (one.number === number ? { ...one, state } : one)));
  const edit = (edits: readonly TextEdit[]) => {
    if (edits.length === 0) return;
    if (area.current !== null) editArea(area.current, edits);
    else content.set('content', applyEdits(text(), edits));
  };
  const insert = (words: string) => {
    const box = area.current;
    if (box !== null && box === visited.current) {
      insertText(box, words);
      return;
    }
    const before = text();
    const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
    if (box === null) {
      content.set('content', `${before}${gap}${words}`);
      return;
    }
    box.setSelectionRange(before.length, before.length);
    insertText(box, `${gap}${words}`);
  };

  const run = ({ number, name, file }: Pick<PictureUpload, 'number' | 'name' | 'file'>) => {
    const stop = new AbortController();
    const send = async () => {
      const result = await upload(file, {
        kind: 'picture',
        signal: stop.signal,
        onProgress: (progress) => setState(number, { is: 'sending', progress }),
      });
      running.current.delete(number);
      if (result.is === 'failed') setState(number, { is: 'failed', message: result.message });
      if (result.is !== 'claimed') return;
      const { fileId, objectPath, width = null, height = null } = result.claimed;
      const id = fileId ?? objectPath.slice(objectPath.lastIndexOf('/') + 1);
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
    running.current.set(number, { stop, end: send() });
  };

  const place = (files: readonly File[]) => {
    if (isLocked) {
      toast({ tone: 'danger', title: 'Picture not placed', description: uploadLocked });
      return;
    }
    const begun: PictureUpload[] = [];
    for (const file of files) {
      const problem = pictureProblem(file);
      if (problem !== null) {
        toast({ tone: 'danger', title: 'Picture not placed', description: `${file.name}: ${problem}` });
        continue;
      }
      const number = nextNumber(text(), lastNumber.current);
      lastNumber.current = number;
      begun.push({ number, name: placeholderName(file.name), file, state: { is: 'sending', progress: 0 } });
    }
    if (begun.length === 0) return;
    insert(begun.map(({ name, number }) => placeholderOf(name, number)).join('\n\n'));
    setList([...list.current, ...begun]);
    for (const one of begun) run(one);
  };

  /** Takes pictures out of the files; whether there were any files. */
  const take = (files: readonly File[]): boolean => {
    const pictures = files.filter(isPictureFile);
    const [other] = files.filter((file) => !isPictureFile(file));
    if (pictures.length > 0) place(pictures);
    if (other !== undefined && onOther !== undefined) onOther(other);
    else if (other !== undefined)
      toast({
        tone: 'danger',
        title: 'File not placed',
        description: `${other.name}: Only pictures can be placed in this text.`,
      });
    return files.length > 0;
  };

  const remove = (number: number) => setList(list.current.filter((one) => one.number !== number));

  /** Ends an upload, or dismisses a failed one, with its placeholder; of an uploaded picture only the row. */
  const dismiss = (one: PictureUpload) => {
    running.current.get(one.number)?.stop.abort();
    running.current.delete(one.number);
    remove(one.number);
    if (one.state.is !== 'done') edit(removal(text(), addressOf(one)));
  };

  const [ask, question] = useConfirm<{ readonly count: number; readonly send: () => void }>(
    ({ count, send }) => ({
      title: 'Pictures without a description',
      description: `${plural(count, 'picture')} in the text without a description. People who cannot see it do not learn what it shows.`,
      confirmLabel: 'Send anyway',
      onConfirm: send,
    }),
  );

  const isInText = (one: PictureUpload) => isPlaced(text(), addressOf(one));

  /** Sends when the uploads in the text have ended. Asks once about missing descriptions. */
  const whenReady = (send: (values: Values) => unknown) => async (): Promise<void> => {
    const pending = list.current.filter((one) => one.state.is === 'sending' && isInText(one));
    if (pending.length > 0) {
      setWaiting(true);
      await Promise.all(pending.map(({ number }) => running.current.get(number)?.end ?? Promise.resolve()));
      setWaiting(false);
      if (isGone.current) return;
    }
    // Undo may have brought a placeholder back.
    for (const { number, name, state } of list.current)
      if (state.is === 'done') edit(complete(text(), number, name, state.picture.fileId));
    const failed = list.current.find((one) => one.state.is === 'failed' && isInText(one));
    if (failed !== undefined) {
      const description = `${failed.name} could not be uploaded. Retry or dismiss it.`;
      toast({ tone: 'danger', title: 'Not sent', description });
      return;
    }
    const count = countUndescribed(text());
    if (count > 0 && !isAsked.current) {
      isAsked.current = true;
      ask({ count, send: () => void form.submit(whenReady(send)) });
      return;
    }
    await send(form.values());
    if (text() === '') clear();
  };

  const clear = () => {
    for (const { stop } of running.current.values()) stop.abort();
    running.current.clear();
    isAsked.current = false;
    setList([]);
  };

  const fieldRef = content.ref('content');
  const ref = useCallback(
    (control: { readonly focus: () => void } | null) => {
      area.current = control as HTMLTextAreaElement | null;
      fieldRef(control);
    },
    [fieldRef],
  );

  /** The props of the text area, with those that take pictures. */
  const bind = <Field extends object>(field: Field) => ({
    ...field,
    ref,
    onFocus: () => {
      visited.current = area.current;
    },
    onPaste: (event: ClipboardEvent) => {
      const { files, types } = event.clipboardData;
      const pictures = [...files].filter(isPictureFile);
      // A spreadsheet copies its cells as text and as a picture.
      if (pictures.length === 0 || types.includes('text/plain')) return;
      event.preventDefault();
      place(pictures);
    },
    onDragOver: (event: DragEvent) => {
      // Without this the browser would leave the page for the dropped file.
      if (event.dataTransfer.types.includes('Files')) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      if (take([...event.dataTransfer.files])) event.preventDefault();
    },
  });

  const sending = uploads.filter(({ state }) => state.is === 'sending').length;
  const written = useMemo(
    () => ({
      pending: uploads.flatMap((one) => {
        const { name, state } = one;
        if (state.is === 'done') return [];
        return [{ source: addressOf(one), name, progress: state.is === 'sending' ? state.progress : null }];
      }),
      files: uploads.flatMap(({ state }) => (state.is === 'done' ? [state.picture] : [])),
    }),
    [uploads],
  );

  return {
    uploads,
    /** For the preview of the text. */
    written,
    isLocked,
    /** Number of uploads that the form is waiting for; 0 if it is not waiting. */
    waitingFor: isWaiting ? sending : 0,
    bind,
    place,
    dismiss,
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
    whenReady,
    /** Ends all uploads, for a text that is discarded. */
    clear,
    /** Has to be rendered from the start. */
    question,
  };
}

export type PictureUploads = ReturnType<typeof usePictureUploads>;
