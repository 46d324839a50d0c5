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
import { isPictureFile } from '@/lib/uploads';
import { whenIdle } from '@/lib/whenIdle';
import { useAppDispatch, useToast } from '@/state/hooks';
import type { FileUploads } from '../files/useFileUploads';
import { uploadLocked } from '../uploadLocked';
import type { PictureUpload, UploadEngine, UploadHost } from './pictureUploads';

const load = () => import(/* webpackChunkName: "picture-rows" */ './pictureUploads');

/**
 * The pictures that are placed in the text of a form: pasted, dropped or chosen. The code that uploads them is loaded
 * when the browser is idle. Other files are attached if the form accepts any; sending waits for those too.
 */
export function usePictureUploads<Values extends { readonly content: string }>(
  form: FormHandle<Values>,
  attached?: FileUploads,
) {
  const content = form as unknown as FormHandle<{ content: string }>;
  const dispatch = useAppDispatch();
  const toast = useToast();
  const isLocked = useSiteLocked();
  const [uploads, setUploads] = useState<readonly PictureUpload[]>([]);
  const [engine, setEngine] = useState<UploadEngine | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const area = useRef<HTMLTextAreaElement | null>(null);
  /** The last text area that had the focus. */
  const visited = useRef<HTMLTextAreaElement | null>(null);
  const made = useRef<UploadEngine | null>(null);
  const isGone = useRef(false);
  const other = useRef(attached);

  useEffect(() => {
    other.current = attached;
  }, [attached]);
  useEffect(() => {
    isGone.current = false;
    const cancel = whenIdle(() => void load().catch(() => undefined));
    return () => {
      isGone.current = true;
      cancel();
      made.current?.stopAll();
    };
  }, []);

  const refuse = (title: string, description: string) => toast({ tone: 'danger', title, description });

  const makeEngine = async () => {
    const { makePictureUploads } = await load();
    const host: UploadHost = {
      dispatch,
      text: () => content.values().content,
      setText: (text) => content.set('content', text),
      area: () => area.current,
      hasCaret: () => area.current === visited.current,
      onChange: setUploads,
      refuse,
      onOther: attached === undefined ? undefined : (files) => other.current?.take(files),
    };
    made.current ??= makePictureUploads(host);
    setEngine(made.current);
    return made.current;
  };

  const take = async (files: readonly File[]) => {
    if (isLocked && files.some(isPictureFile)) {
      refuse('Picture not placed', uploadLocked);
      return;
    }
    try {
      const ready = made.current ?? (await makeEngine());
      if (!isGone.current) ready.take(files);
    } catch {
      refuse(
        'Picture not placed',
        'A part of the page could not be loaded. Check the connection and try again.',
      );
    }
  };

  const [ask, question] = useConfirm<{ readonly description: string; readonly send: () => void }>(
    ({ description, send }) => ({
      title: 'Pictures without a description',
      description,
      confirmLabel: 'Send anyway',
      onConfirm: send,
    }),
  );

  const findPending = () =>
    [made.current?.pending(), other.current?.pending()].filter((end) => end !== undefined);

  const findObstacle = () => {
    const failed = other.current?.obstacle() ?? null;
    return failed === null ? (made.current?.obstacle() ?? null) : { failed };
  };

  /** Sends when the uploads in the text have ended. Asks once about missing descriptions. */
  const whenReady = (send: (values: Values) => unknown) => async (): Promise<void> => {
    if (findPending().length > 0) {
      setWaiting(true);
      await Promise.all(findPending());
      setWaiting(false);
      if (isGone.current) return;
    }
    const obstacle = findObstacle();
    if (obstacle === null) {
      await send(form.values());
      if (content.values().content === '') made.current?.clear();
    } else if ('failed' in obstacle) refuse('Not sent', obstacle.failed);
    else ask({ description: obstacle.undescribed, send: () => void form.submit(whenReady(send)) });
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
      void take(pictures);
    },
    onDragOver: (event: DragEvent) => {
      // Without this the browser would leave the page for the dropped file.
      if (event.dataTransfer.types.includes('Files')) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      const files = [...event.dataTransfer.files];
      if (files.length === 0) return;
      event.preventDefault();
      void take(files);
    },
  });

  const written = useMemo(
    () => ({
      pending: uploads.flatMap(({ number, name, state }) => {
        if (state.is === 'done') return [];
        const progress = state.is === 'sending' ? state.progress : null;
        return [{ source: `uploading:${number}`, name, progress }];
      }),
      files: uploads.flatMap(({ state }) => (state.is === 'done' ? [state.picture] : [])),
    }),
    [uploads],
  );

  return {
    uploads,
    /** `null` until the first picture is placed. */
    engine,
    /** For the preview of the text. */
    written,
    isLocked,
    /** Number of uploads that the form is waiting for; 0 if it is not waiting. */
    waitingFor: isWaiting
      ? uploads.filter(({ state }) => state.is === 'sending').length + (attached?.underWay ?? 0)
      : 0,
    /** The text area; `null` while it is not shown. */
    area,
    bind,
    /** Places chosen files in the text. */
    take,
    whenReady,
    /** Cancels all uploads, for a text that is discarded. */
    clear: () => made.current?.clear(),
    /** The question about missing descriptions. It must always be rendered. */
    question,
  };
}

export type PictureUploads = ReturnType<typeof usePictureUploads>;
