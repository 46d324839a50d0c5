import { useState } from 'react';
import { useDisableTwoFactorMutation } from '@/api/account';
import { Button } from '@/components/Button';
import { FormError } from '@/components/Form';
import { FormBox, FormFoot } from '@/components/FormBox';
import { Grid } from '@/components/Layout';
import { Text } from '@/components/Text';
import { TextInput } from '@/components/TextInput';
import { useToast } from '@/state/hooks';
import { useFactorChange } from './useFactorChange';

/** Turns the second factor off, with the password and a code. */
export function TwoFactorDisable({ onClose }: { readonly onClose: () => void }) {
  const toast = useToast();
  const [disable] = useDisableTwoFactorMutation();
  const [password, setPassword] = useState('');
  const [token, setToken] = useState('');
  const { isSending, problem, run } = useFactorChange(false);
  const isFilled = password !== '' && token.trim() !== '';

  const submit = async () => {
    if (password === '') {
      toast({
        tone: 'danger',
        title: 'Password Required',
        description: 'Please enter your password to disable 2FA.',
      });
    } else if (token.trim() === '') {
      toast({
        tone: 'danger',
        title: '2FA Token Required',
        description: 'Please enter a 2FA code to disable two-factor authentication.',
      });
    } else {
      const outcome = await run(() => disable({ password, token: token.trim() }));
      if (outcome === 'done') onClose();
      // A code is used up.
      else if (outcome === 'refused') setToken('');
    }
  };

  return (
    <FormBox
      noValidate
      aria-label="Disable 2FA"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Text as="p" size="dense">
        Signing in will take your password only. All codes are deleted, and your other sessions end.
      </Text>
      <Grid columns="minmax(0, 1fr) minmax(0, 1fr)" gap="lg" collapse="phone">
        <TextInput
          label="Password"
          type="password"
          required
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => {
            setPassword(target.value);
          }}
        />
        <TextInput
          label="2FA code"
          required
          hint="A code of the app, or a backup code."
          autoComplete="one-time-code"
          spellCheck={false}
          value={token}
          onChange={({ target }) => {
            setToken(target.value);
          }}
        />
      </Grid>
      <FormError title="Two-factor authentication not disabled" message={problem} />
      <FormFoot>
        <Button type="submit" variant="danger" disabled={!isFilled} busy={isSending}>
          Confirm disable
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </FormFoot>
    </FormBox>
  );
}
