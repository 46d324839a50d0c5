import { useEffect, useRef, useState } from 'react';
import { useDisableTwoFactorMutation } from '@/api/account';
import { useGetSiteSettingsQuery } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import { Button } from '@/components/Button';
import { Callout } from '@/components/Callout';
import { DefinitionList } from '@/components/DefinitionList';
import { FormError } from '@/components/form/Form';
import { FormBox, FormFoot } from '@/components/form/FormBox';
import { TextInput } from '@/components/form/TextInput';
import { Grid, Stack } from '@/components/Layout';
import { UndoBox } from '@/components/SetupLayout';
import { Text } from '@/components/Text';
import { canHaveSecondFactor, canUseAdminPanel } from '@/lib/permissions';
import { useToast } from '@/state/hooks';
import { useFactorChange } from './useFactorChange';

/** Turns two-factor authentication off, with the password and a code. */
export function TwoFactorDisable({ onClose }: { readonly onClose: () => void }) {
  const toast = useToast();
  const user = useUser();
  const [disable] = useDisableTwoFactorMutation();
  const [password, setPassword] = useState('');
  const [token, setToken] = useState('');
  const { isSending, wait, problem, run } = useFactorChange(false);
  const first = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => {
    first.current?.focus();
  }, []);
  // The server returns the site settings only to administrators.
  const { data: site } = useGetSiteSettingsQuery(undefined, { skip: !canUseAdminPanel(user) });
  const isRequired = site?.twoFactorRequired === true && canHaveSecondFactor(user);
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
      // A code can be used only once.
      else if (outcome === 'refused') {
        setToken('');
        code.current?.focus();
      }
    }
  };

  return (
    <Grid columns="minmax(0, 1fr) minmax(0, 528px)">
      <Stack>
        <DefinitionList
          items={[
            {
              term: 'Status',
              value: (
                <Text tone="ok" size="dense">
                  ENABLED
                </Text>
              ),
            },
            ...(isRequired ? [{ term: 'Required by the site', value: 'LEVEL 3 AND ABOVE' }] : []),
          ]}
        />
        {isRequired && (
          <Callout lead="Your level requires two-factor authentication.">
            Without it you can sign in again only with a code from an administrator.
          </Callout>
        )}
        <Text as="p" size="dense" tone="muted">
          Disabling ends your other sessions. The app entry, the backup codes and the permanent code stop
          working. If you set it up again, you get new ones.
        </Text>
      </Stack>
      <UndoBox>
        <h3>Disable two-factor authentication</h3>
        <FormBox
          noValidate
          aria-label="Disable 2FA"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <TextInput
            label="Password"
            type="password"
            required
            autoComplete="current-password"
            ref={first}
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
          <TextInput
            label="2FA code"
            required
            placeholder="From the app, or a backup code"
            autoComplete="one-time-code"
            ref={code}
            spellCheck={false}
            value={token}
            onChange={({ target }) => setToken(target.value)}
          />
          <FormError title="Two-factor authentication not disabled" message={problem} />
          <FormFoot>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="danger" disabled={!isFilled} busy={isSending} wait={wait}>
              Confirm disable
            </Button>
          </FormFoot>
        </FormBox>
      </UndoBox>
    </Grid>
  );
}
