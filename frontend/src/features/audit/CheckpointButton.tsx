import { useState } from 'react';
import { useGetAuditCheckpointQuery } from '@/api/auditLog';
import { Button } from '@/components/Button';
import { CopyText } from '@/components/CopyText';
import { Dialog } from '@/components/dialog/Dialog';
import { Stack } from '@/components/Layout';
import { Loaded } from '@/components/Loaded';
import { Text } from '@/components/Text';
import { plural } from '@/lib/text';

function Contents() {
  const query = useGetAuditCheckpointQuery();
  return (
    <Loaded query={query} what="the checkpoint">
      {({ entries, checkpoint, publicKey }) => (
        <Stack gap="md">
          <CopyText label="Public key" text={publicKey} />
          <CopyText label={`Checkpoint of ${plural(entries, 'entry', 'entries')}`} text={checkpoint} />
          <Text as="p" tone="muted" size="dense">
            Keep both outside this server. To verify an export, run: facility audit verify --export FILE --key
            KEY
          </Text>
        </Stack>
      )}
    </Loaded>
  );
}

/**
 * The button and dialog with the data for verifying the log without this server: the public key and a signed
 * checkpoint.
 */
export function CheckpointButton() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Checkpoint</Button>
      {open && (
        <Dialog
          open
          onOpenChange={close}
          title="Checkpoint"
          description="The server has signed the log as it is now. If you keep this checkpoint, it shows later whether an earlier entry was altered or removed."
          footer={<Button onClick={close}>Close</Button>}
        >
          <Contents />
        </Dialog>
      )}
    </>
  );
}
