import { useCallback, useEffect, useState } from 'react';
import { useUser } from '@/api/selectors';
import { discardEdit, readFreeEdits, type KeptEditEntry } from '@/lib/keptEdits';

/** The edits of this person that this browser keeps and no window is writing. */
export function useUnsentEdits() {
  const { id: person } = useUser();
  const [entries, setEntries] = useState<readonly KeptEditEntry[]>([]);
  const read = useCallback(async () => {
    setEntries(await readFreeEdits(person));
  }, [person]);
  useEffect(() => {
    let isWanted = true;
    void readFreeEdits(person).then((found) => {
      if (isWanted) setEntries(found);
    });
    return () => {
      isWanted = false;
    };
  }, [person]);
  const discard = useCallback(
    async (slot: string) => {
      await discardEdit(person, slot);
      await read();
    },
    [person, read],
  );
  return { entries, read, discard };
}
