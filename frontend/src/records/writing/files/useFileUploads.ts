import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useSiteLocked } from '@/api/selectors';
import type { FormHandle } from '@/components/form/formStore';
import type { AttachedFile } from '@/lib/attachedFiles';
import { whenIdle } from '@/lib/whenIdle';
import { useAppDispatch, useToast } from '@/state/hooks';
import { uploadLocked } from '../uploadLocked';
import type { FileEngine, FileStates } from './fileUploads';

const load = () => import(/* webpackChunkName: "file-rows" */ './fileUploads');

const noStates: FileStates = new Map();

const notLoaded = 'A part of the page could not be loaded. Check the connection and try again.';

/**
 * The files that are attached to the text of a form. They are one of its values; the code that uploads them is loaded
 * when the browser is idle. Uploads are canceled when the calling component unmounts.
 */
export function useFileUploads<Values extends { readonly files: readonly AttachedFile[] }>(
  form: FormHandle<Values>,
) {
  const own = form as unknown as FormHandle<{ files: readonly AttachedFile[] }>;
  const dispatch = useAppDispatch();
  const toast = useToast();
  const isLocked = useSiteLocked();
  const files = useSyncExternalStore(own.subscribe, () => own.values().files);
  const [states, setStates] = useState(noStates);
  const [left, setLeft] = useState<string | null>(null);
  const engine = useRef<FileEngine | null>(null);
  const isGone = useRef(false);

  useEffect(() => {
    isGone.current = false;
    const cancel = whenIdle(() => void load().catch(() => undefined));
    const stopFollowing = own.subscribe(() => engine.current?.follow());
    return () => {
      isGone.current = true;
      cancel();
      stopFollowing();
      engine.current?.stopAll();
    };
  }, [own]);

  const actions = useMemo(() => {
    const refuse = (title: string, description: string) => toast({ tone: 'danger', title, description });
    const make = async () => {
      const { makeFileUploads } = await load();
      engine.current ??= makeFileUploads({
        dispatch,
        files: () => own.values().files,
        setFiles: (files) => own.set('files', files),
        onChange: setStates,
        onLeft: setLeft,
        refuse,
      });
      return engine.current;
    };
    return {
      refuse,
      attach: async (files: readonly File[]) => {
        try {
          const ready = engine.current ?? (await make());
          if (!isGone.current) ready.take(files);
        } catch {
          refuse('Files not attached', notLoaded);
        }
      },
      retry: (key: string) => engine.current?.retry(key),
      /** Cancels the upload of a file, or removes the file from the form. */
      remove: (key: string) => {
        setLeft(null);
        own.set(
          'files',
          own.values().files.filter((file) => file.key !== key),
        );
      },
      pending: () => engine.current?.pending(),
      /** Why the form cannot be sent, once no upload is running; `null` if it can. */
      obstacle: () => {
        const failed = own.values().files.find(({ fileId }) => fileId === null);
        return failed === undefined ? null : `${failed.name} could not be attached. Retry or remove it.`;
      },
    };
  }, [dispatch, own, toast]);

  const underWay = files.filter(({ key }) => ['waiting', 'sending'].includes(states.get(key)?.is ?? ''));
  return {
    files,
    states,
    isLocked,
    /** The message that some chosen files did not fit; `null` if all did. */
    left,
    ...actions,
    /** Attaches chosen or dropped files. */
    take: (chosen: readonly File[]) => {
      if (isLocked) actions.refuse('Files not attached', uploadLocked);
      else void actions.attach(chosen);
    },
    /** Number of uploads that are running or waiting. */
    underWay: underWay.length,
  };
}

export type FileUploads = ReturnType<typeof useFileUploads>;
