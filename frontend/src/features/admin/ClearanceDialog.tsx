import { useId, useState } from 'react';
import { useApproveUserMutation, useUpdateClearanceMutation } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { User } from '@/api/types';
import { Button } from '@/components/Button';
import { Callout } from '@/components/Callout';
import { Dialog } from '@/components/dialog/Dialog';
import { Form, FormError, useFields, useForm } from '@/components/form/Form';
import { Select } from '@/components/form/Select';
import { Isolated } from '@/components/Isolated';
import { Text } from '@/components/Text';
import { accessKeyLabel, accessKeyOptions, clearanceName, levelsUpTo } from '@/lib/clearance';
import { describeError } from '@/lib/errors';
import { shortId } from '@/lib/ids';
import { checkClearance, clearanceOf, clearanceRequest, levelMismatch, type ClearanceValues } from './users';

interface ClearanceDialogProps {
  readonly mode: 'approve' | 'edit';
  readonly target: User;
  readonly onClose: () => void;
}

const words = {
  approve: { title: 'Approve user', say: 'can sign in once approved.', button: 'Approve' },
  edit: {
    title: 'Edit user',
    say: 'is signed out when you save, and needs this access key to sign in again.',
    button: 'Save',
  },
} as const;

/** Explains how a user learns about an access key that differs from the requested one; otherwise empty. */
function accessKeyNote({ accessKey }: ClearanceValues, target: User): string {
  if (accessKey === target.accessKey) return '';
  const asked = ` They registered with ${accessKeyLabel(target.accessKey)}.`;
  return target.email === null
    ? `${asked} They have no email address: tell them the key yourself.`
    : `${asked} The approval mail names the new key. If this site sends no mail, tell them the key yourself.`;
}

/** Assigns a clearance level, at most the administrator's own, and an access key, on approval or later. */
export function ClearanceDialog({ mode, target, onClose }: ClearanceDialogProps) {
  const id = useId();
  const user = useUser();
  const [approveUser, approving] = useApproveUserMutation();
  const [updateClearance, updating] = useUpdateClearanceMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm(checkClearance, clearanceOf(user, target));
  const { field, values } = useFields(form);
  const mismatch = levelMismatch(values);
  const { title, say, button } = words[mode];

  const submit = async (values: ClearanceValues) => {
    const request = clearanceRequest(values);
    if (request === null) return;
    const isSame = request.clearanceLevel === target.clearanceLevel && request.accessKey === target.accessKey;
    if (mode === 'edit' && isSame) {
      // Saving would end the user's sessions without need.
      onClose();
      return;
    }
    setProblem(null);
    const change = { id: target.id, clearanceRequest: request };
    try {
      await (mode === 'approve' ? approveUser(change) : updateClearance(change)).unwrap();
      onClose();
    } catch (error) {
      setProblem(describeError(error));
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      description={`${target.username} (${shortId('USR', target.id)}) ${say}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={approving.isLoading || updating.isLoading}>
            {button}
          </Button>
        </>
      }
    >
      <Form id={id} form={form} label={title} onSubmit={submit}>
        <FormError message={problem} />
        <Select
          label="Clearance level"
          required
          placeholder="Assign a level"
          hint={`You can assign up to level ${user.clearanceLevel}.`}
          options={levelsUpTo(user.clearanceLevel).map((level) => ({
            value: String(level),
            label: `${level} ${clearanceName(level)}`,
          }))}
          {...field('level')}
        />
        <Select label="Access key" required options={accessKeyOptions} {...field('accessKey')} />
        {mismatch !== null && <Callout lead="Key and level differ.">{mismatch}</Callout>}
        <Text as="p" size="dense" tone="muted" role="status">
          <Isolated>{target.username}</Isolated> signs in with the access key{' '}
          <b>{accessKeyLabel(values.accessKey)}</b>.{mode === 'approve' && accessKeyNote(values, target)}
        </Text>
      </Form>
    </Dialog>
  );
}
