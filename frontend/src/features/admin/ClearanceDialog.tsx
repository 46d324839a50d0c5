import { useId, useState } from 'react';
import { useApproveUserMutation, useUpdateClearanceMutation } from '@/api/endpoints';
import { describeError } from '@/api/errors';
import { useUser } from '@/api/selectors';
import type { User } from '@/api/types';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { Form, FormError, useFields, useForm } from '@/components/Form';
import { Select } from '@/components/Select';
import { accessKeyLabel, accessKeys, clearanceName, levelsUpTo } from '@/lib/clearance';
import { shortId } from '@/lib/ids';
import { checkClearance, clearanceOf, clearanceRequest, type ClearanceValues } from './users';

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

/** Assigns a level and a key, to approve an account or to change it. Nothing above the administrator's own level. */
export function ClearanceDialog({ mode, target, onClose }: ClearanceDialogProps) {
  const id = useId();
  const user = useUser();
  const [approveUser, approving] = useApproveUserMutation();
  const [updateClearance, updating] = useUpdateClearanceMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm(checkClearance, clearanceOf(user, target));
  const { field } = useFields(form);
  const { title, say, button } = words[mode];

  const submit = async (values: ClearanceValues) => {
    const request = clearanceRequest(values);
    if (request === null) return;
    const isSame = request.clearanceLevel === target.clearanceLevel && request.accessKey === target.accessKey;
    if (mode === 'edit' && isSame) {
      // Saving would end the person's sessions for nothing.
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
        <Select
          label="Access key"
          required
          options={accessKeys.map((key) => ({ value: key, label: accessKeyLabel(key) }))}
          {...field('accessKey')}
        />
      </Form>
    </Dialog>
  );
}
