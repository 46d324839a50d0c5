import { useGetSiteSettingsQuery } from '@/api/endpoints';
import { describeError } from '@/api/errors';
import { useSiteLocked } from '@/api/selectors';
import { Button } from '@/components/Button';
import { FormError } from '@/components/Form';
import { Frame } from '@/components/Frame';
import { Row, Stack } from '@/components/Layout';
import { StatusLamp } from '@/components/StatusLamp';
import { useAppDispatch } from '@/state/hooks';
import { layerOpened, type Layer } from '@/state/uiSlice';
import { adminPolling } from './panel';

/** The two switches of the whole site. What each does is asked before it is done. */
export function SiteControls() {
  const dispatch = useAppDispatch();
  const locked = useSiteLocked();
  const { data, error, isFetching, refetch } = useGetSiteSettingsQuery(undefined, {
    pollingInterval: adminPolling,
  });
  const ask = (layer: Layer) => () => {
    dispatch(layerOpened(layer));
  };
  return (
    <Frame caption="Site">
      <Stack gap="md">
        {error && !data && (
          <FormError message={`The site settings could not be read. ${describeError(error)}`} />
        )}
        <Row justify="between">
          <Row gap="lg">
            <StatusLamp bad={locked}>{locked ? 'Lockdown in force' : 'Open to operators'}</StatusLamp>
            {data && (
              <StatusLamp>{data.twoFactorRequired ? '2FA required from level 3' : '2FA optional'}</StatusLamp>
            )}
          </Row>
          <Row gap="md">
            <Button variant={locked ? 'primary' : 'danger'} onClick={ask(locked ? 'unlock' : 'lock')}>
              {locked ? 'Unlock site' : 'Lock site'}
            </Button>
            {data ? (
              <Button onClick={ask(data.twoFactorRequired ? 'waive-2fa' : 'require-2fa')}>
                {data.twoFactorRequired ? 'Make 2FA optional' : 'Require 2FA'}
              </Button>
            ) : (
              <Button busy={isFetching} onClick={() => void refetch()}>
                Read settings
              </Button>
            )}
          </Row>
        </Row>
      </Stack>
    </Frame>
  );
}
