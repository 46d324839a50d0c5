import { useId } from 'react';
import { useGetSiteSettingsQuery } from '@/api/endpoints';
import { describeError } from '@/api/errors';
import { useSiteLocked, useUser } from '@/api/selectors';
import { Button } from '@/components/Button';
import { FormError } from '@/components/Form';
import { Row } from '@/components/Layout';
import { Reserved } from '@/components/Reserved';
import { StatusLamp } from '@/components/StatusLamp';
import { Remark, Text } from '@/components/Text';
import { canHaveSecondFactor } from '@/lib/permissions';
import { usePolling } from '@/state/usePolling';
import { useAppDispatch } from '@/state/hooks';
import { layerOpened, type Layer } from '@/state/uiSlice';
import { adminPolling } from './panel';

/** The state of the site and its two switches, each with a confirmation. */
export function SiteControls() {
  const dispatch = useAppDispatch();
  const locked = useSiteLocked();
  const { data, error, isFetching, refetch } = useGetSiteSettingsQuery(undefined, usePolling(adminPolling));
  const ask = (layer: Layer) => () => {
    dispatch(layerOpened(layer));
  };
  return (
    <>
      {error && !data && (
        <FormError message={`The site settings could not be read. ${describeError(error)}`} />
      )}
      <Text size="dense" tone="muted" data-wide>
        <Row as="span">
          <StatusLamp bad={locked}>{locked ? 'In lockdown' : 'Site open'}</StatusLamp>
          {data ? (
            <StatusLamp>{data.twoFactorRequired ? '2FA required from level 3' : '2FA optional'}</StatusLamp>
          ) : (
            <Reserved>
              <StatusLamp>2FA optional</StatusLamp>
            </Reserved>
          )}
        </Row>
      </Text>
      <Button size="sm" variant={locked ? 'default' : 'danger'} onClick={ask(locked ? 'unlock' : 'lock')}>
        {locked ? 'Unlock site' : 'Lock site'}
      </Button>
      {data ? (
        <SecondFactorSwitch
          isRequired={data.twoFactorRequired}
          onPress={ask(data.twoFactorRequired ? 'waive-2fa' : 'require-2fa')}
        />
      ) : error === undefined ? (
        <Reserved>
          <SecondFactorSwitch isRequired={false} onPress={() => undefined} />
        </Reserved>
      ) : (
        <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
          Read settings
        </Button>
      )}
    </>
  );
}

interface SecondFactorSwitchProps {
  readonly isRequired: boolean;
  readonly onPress: () => void;
}

/** Off for an administrator without a second factor: the requirement would lock everybody out, its author included. */
function SecondFactorSwitch({ isRequired, onPress }: SecondFactorSwitchProps) {
  const why = useId();
  const user = useUser();
  const isOff = !isRequired && !user.twoFactorEnabled;
  return (
    <>
      <Button size="sm" disabled={isOff} aria-describedby={isOff ? why : undefined} onClick={onPress}>
        {isRequired ? 'Make 2FA optional' : 'Require 2FA'}
      </Button>
      {isOff && (
        <Remark as="span" id={why} data-wide>
          {canHaveSecondFactor(user)
            ? 'Set up your own second factor first, in Settings.'
            : 'Emergency access cannot require 2FA.'}
        </Remark>
      )}
    </>
  );
}
