import { useId, useState } from 'react';
import { useOpenEmergencyAccessMutation } from '@/api/account';
import { setCurrentUser } from '@/api/session';
import type { User } from '@/api/types';
import { Button } from '@/components/Button';
import { Callout } from '@/components/Callout';
import { Dialog } from '@/components/dialog/Dialog';
import { Form, FormError, useFields, useForm } from '@/components/form/Form';
import { TextInput } from '@/components/form/TextInput';
import { checkFields, where, type Fields } from '@/lib/checks';
import { isAppError } from '@/lib/errors';
import { paths } from '@/lib/paths';
import { clearTabAlerts } from '@/lib/tabAlerts';
import { useNavigate } from '@/router/RouterProvider';
import { useAppDispatch, useToast } from '@/state/hooks';
import { useRetryWait } from '@/state/useRetryWait';
import { failureText } from './login';
import { useSignInRequest } from './useSignInRequest';

type KeyValues = Fields<'adminKey'>;

const invalidKey = 'Invalid admin key';

/** Message for a key that was valid when the check began. */
const replacedKey = 'The key was changed in the meantime. Enter the new one.';

/** Only the server can check the key. */
const check = checkFields<KeyValues>({
  adminKey: [where((key) => key.trim() !== '', 'Enter the administrator key')],
});

/** Signs in as the emergency account with the administrator key of the site. */
export function EmergencyAccessDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const toast = useToast();
  const [open] = useOpenEmergencyAccessMutation();
  // Closing the dialog aborts a running check.
  const { enter } = useSignInRequest();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm(check, { adminKey: '' });
  const { field, isSending } = useFields(form);

  const wait = useRetryWait();

  const deny = (description: string) => toast({ tone: 'danger', title: 'Access denied', description });
  const onAnswer = async (user: User) => {
    clearTabAlerts();
    await dispatch(setCurrentUser(user));
    await navigate(paths.admin, { replace: true });
  };
  const onFailure = (error: unknown) => {
    wait.note(error);
    const code = isAppError(error) ? error.code : undefined;
    if (code === 'invalid_key' || code === 'stale') {
      const reason = code === 'stale' ? replacedKey : invalidKey;
      deny(reason);
      form.set('adminKey', '');
      form.fail({ adminKey: reason });
    } else {
      deny(`${invalidKey} or server error`);
      setProblem(failureText(error));
    }
  };
  const submit = ({ adminKey }: KeyValues) => {
    setProblem(null);
    return enter(() => open({ adminKey }), { onAnswer, onFailure });
  };

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Emergency access"
      description="Opens an administrator session of at most 30 minutes, also during a lockdown."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={isSending} wait={wait.left}>
            Authenticate
          </Button>
        </>
      }
    >
      <Form id={id} form={form} label="Emergency access" onSubmit={submit} onInvalid={() => deny(invalidKey)}>
        <FormError title="Access denied" message={problem} />
        <TextInput
          label="Administrator key"
          type="password"
          required
          autoComplete="off"
          spellCheck={false}
          {...field('adminKey')}
        />
        <Callout lead="Every attempt is logged">
          with its address and information about the key. 3 attempts in 15 minutes.
        </Callout>
      </Form>
    </Dialog>
  );
}
