import { useEffect, useState, type ReactNode } from 'react';
import { api } from '@/api/endpoints';
import type { FileText } from '@/api/types';
import { Marked } from '@/components/Marked';
import type { StoredFile } from '@/lib/attachedFiles';
import { excerptOf } from '@/lib/fileExcerpt';
import type { Term } from '@/lib/query';
import { FileList } from '@/records/rows/FileList';
import { useAppDispatch } from '@/state/hooks';

export interface FoundFilesProps {
  readonly files: readonly StoredFile[];
  readonly marked: readonly Term[];
}

/** What the search found in the text of a file, or why it found nothing; `null` if it could have. */
function noteOn({ state, text }: FileText, marked: readonly Term[]): ReactNode {
  if (state === 'none') return 'Its text could not be read. The file itself is complete.';
  if (text === null) return 'Its text has not been read yet, so the search does not include it.';
  const excerpt = excerptOf(text, marked);
  return excerpt === null ? null : (
    <>
      The search found "<bdi>{<Marked {...excerpt} />}</bdi>"
    </>
  );
}

/** The files of a record that was opened from a search. Their texts are requested one after the other. */
export function FoundFiles({ files, marked }: FoundFilesProps) {
  const dispatch = useAppDispatch();
  const [notes, setNotes] = useState<ReadonlyMap<string, ReactNode>>(new Map());
  const ids = files.map(({ fileId }) => fileId).join(' ');
  useEffect(() => {
    let isWanted = true;
    const read = async () => {
      for (const id of ids.split(' ')) {
        const found = await dispatch(api.endpoints.getFileText.initiate(id, { subscribe: false }))
          .unwrap()
          // Without its text the file is only listed.
          .catch(() => null);
        if (!isWanted) return;
        const note = found === null ? null : noteOn(found, marked);
        setNotes((known) => new Map(known).set(id, note));
      }
    };
    void read();
    return () => {
      isWanted = false;
    };
  }, [dispatch, ids, marked]);
  return <FileList bare files={files} notes={notes} />;
}
