import { useId } from 'react';
import { useGetSiteSettingsQuery } from '@/api/endpoints';
import { useSiteLocked, useUser } from '@/api/selectors';
import { Button } from '@/components/Button';
import { FormError } from '@/components/form/Form';
import { Reserved } from '@/components/Layout';
import { StatusLamp } from '@/components/StatusLamp';
import { Remark, Text } from '@/components/Text';
import { describeError } from '@/lib/errors';
import { canHaveSecondFactor } from '@/lib/permissions';
import { useAppDispatch } from '@/state/hooks';
import { layerOpened } from '@/state/uiSlice';
import { adminPolling, usePolling } from '@/state/usePolling';

export function SiteLamp() {
  const locked = useSiteLocked();
  return <StatusLamp bad={locked}>{locked ? 'In lockdown' : 'Site open'}</StatusLamp>;
}

export function LockSwitch() {
  const dispatch = useAppDispatch();
  const locked = useSiteLocked();
  return (
    <Button
      size="sm"
      variant={locked ? 'default' : 'danger'}
      onClick={() => {
        dispatch(layerOpened(locked ? 'unlock' : 'lock'));
      }}
    >
      {locked ? 'Unlock site' : 'Lock site'}
    </Button>
  );
}

/** Shows whether the site requires a second factor, with a button that changes this after a confirmation. */
export function SecondFactorControls() {
  const dispatch = useAppDispatch();
  const { data, error, isFetching, refetch } = useGetSiteSettingsQuery(undefined, usePolling(adminPolling));
  if (data)
    return (
      <>
        <SecondFactorLamp isRequired={data.twoFactorRequired} />
        <SecondFactorSwitch
          isRequired={data.twoFactorRequired}
          onPress={() => {
            dispatch(layerOpened(data.twoFactorRequired ? 'waive-2fa' : 'require-2fa'));
          }}
        />
      </>
    );
  if (error)
    return (
      <>
        <FormError message={`The site settings could not be read. ${describeError(error)}`} />
        <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
          Read settings
        </Button>
      </>
    );
  return (
    <Reserved>
      <SecondFactorLamp isRequired={false} />
      <SecondFactorSwitch isRequired={false} onPress={() => undefined} />
    </Reserved>
  );
}

function SecondFactorLamp({ isRequired }: { readonly isRequired: boolean }) {
  return (
    <Text size="dense" tone="muted">
      <StatusLamp>{isRequired ? '2FA required from level 3' : '2FA optional'}</StatusLamp>
    </Text>
  );
}

interface SecondFactorSwitchProps {
  readonly isRequired: boolean;
  readonly onPress: () => void;
}

/**
 * Disabled for administrators without a second factor, because the requirement would lock out even the administrator who
 * turns it on.
 */
function SecondFactorSwitch({ isRequired, onPress }: SecondFactorSwitchProps) {
  const id = useId();
  const user = useUser();
  const why = canHaveSecondFactor(user)
    ? 'Set up your own second factor first, in Settings.'
    : 'Emergency access cannot require 2FA.';
  const isOff = !isRequired && !user.twoFactorEnabled;
  return (
    <>
      <Button size="sm" why={isOff ? why : null} aria-describedby={isOff ? id : undefined} onClick={onPress}>
        {isRequired ? 'Make 2FA optional' : 'Require 2FA'}
      </Button>
      {isOff && (
        <Remark as="span" id={id} data-in-sheet>
          {why}
        </Remark>
      )}
    </>
  );
}
