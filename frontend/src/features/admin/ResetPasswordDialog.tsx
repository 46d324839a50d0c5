import { useState } from 'react';
import { useIssueResetCodeMutation } from '@/api/account';
import type { IssueResetCodeApiResponse } from '@/api/generated';
import type { User } from '@/api/types';
import { Button } from '@/components/Button';
import { ShownOnce } from '@/components/Callout';
import { CopyText } from '@/components/CopyText';
import { Dialog } from '@/components/dialog/Dialog';
import { Stack } from '@/components/Layout';
import { Text } from '@/components/Text';
import { formatDateTime } from '@/lib/dates';
import { shortId } from '@/lib/ids';

interface ResetPasswordDialogProps {
  readonly target: User;
  readonly onClose: () => void;
}

/** Issues a code with which a user can set a new password. The code is shown only here. */
export function ResetPasswordDialog({ target, onClose }: ResetPasswordDialogProps) {
  const [issue, { isLoading }] = useIssueResetCodeMutation();
  const [issued, setIssued] = useState<IssueResetCodeApiResponse | null>(null);

  const send = async () => {
    try {
      setIssued(await issue(target.id).unwrap());
    } catch {
      // A notification shows the reason.
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Reset password"
      description={`${target.username} (${shortId('USR', target.id)}) can set a new password with a code, once, within one hour. The current password stays valid until then.`}
      footer={
        issued === null ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" busy={isLoading} onClick={() => void send()}>
              Issue code
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Done</Button>
        )
      }
    >
      {issued !== null && (
        <Stack>
          <CopyText label="Reset code" text={issued.resetCode} />
          <Text as="p" tone="muted" size="dense">
            Valid until {formatDateTime(issued.expiresAt)} UTC. {target.username} enters it on the sign-in
            screen, under Use a reset code.
          </Text>
          <div role="status">
            <ShownOnce>Copy this code now.</ShownOnce>
          </div>
        </Stack>
      )}
    </Dialog>
  );
}
