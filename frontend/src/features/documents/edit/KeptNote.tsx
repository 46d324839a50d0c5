import { useEffect, useState } from 'react';
import { useUser } from '@/api/selectors';
import { Button } from '@/components/Button';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { Row, Stack } from '@/components/Layout';
import { Note } from '@/components/Text';
import { formatMoment } from '@/lib/dates';
import { discardEdit, readFreeEdits, type KeptEditEntry } from '@/lib/keptEdits';
import type { EditFormHandle } from './useEditForm';

/** The newest text of this document that another window of this browser kept and does not show any more. */
function useKeptElsewhere(documentId: string, ownSlot: string) {
  const { id: person } = useUser();
  const [entry, setEntry] = useState<KeptEditEntry | null>(null);
  const [times, setTimes] = useState(0);
  useEffect(() => {
    let isWanted = true;
    void readFreeEdits(person).then((all) => {
      const found = all.find((one) => one.documentId === documentId && one.slot !== ownSlot);
      if (isWanted) setEntry(found ?? null);
    });
    return () => {
      isWanted = false;
    };
  }, [documentId, ownSlot, person, times]);
  const look = () => {
    setEntry(null);
    setTimes(times + 1);
  };
  return { person, entry, look };
}

interface KeptNoteProps {
  readonly documentId: string;
  readonly handle: EditFormHandle;
  readonly isDirty: boolean;
}

/** Offers what was typed in a window that is gone: it was closed, or the browser ended. */
export function KeptNote({ documentId, handle, isDirty }: KeptNoteProps) {
  const { person, entry, look } = useKeptElsewhere(documentId, handle.slot);
  const [asking, setAsking] = useState<'restore' | 'discard' | null>(null);
  if (entry === null) return null;
  const act = async (what: 'restore' | 'discard') => {
    setAsking(null);
    if (what === 'discard' || !handle.restore(entry)) await discardEdit(person, entry.slot);
    look();
  };
  return (
    <Stack gap="md">
      <Note role="status">
        Unsent changes of this document from {formatMoment(entry.at)} are kept in this browser.
      </Note>
      <Row>
        <Button
          size="sm"
          variant="primary"
          onClick={() => {
            if (isDirty) setAsking('restore');
            else void act('restore');
          }}
        >
          Continue with them
        </Button>
        <Button
          size="sm"
          variant="danger"
          onClick={() => {
            setAsking('discard');
          }}
        >
          Discard them
        </Button>
      </Row>
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => {
          if (!open) setAsking(null);
        }}
        title={asking === 'restore' ? 'Replace unsent text' : 'Discard unsent changes'}
        description={
          asking === 'restore'
            ? 'What this form holds now is discarded.'
            : 'The unsent changes that are kept in this browser are deleted.'
        }
        confirmLabel={asking === 'restore' ? 'Replace' : 'Discard'}
        danger
        onConfirm={() => {
          if (asking !== null) void act(asking);
        }}
      />
    </Stack>
  );
}
