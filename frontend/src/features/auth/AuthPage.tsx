import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useCurrentUser, useSiteLocked } from '@/api/selectors';
import { useForm } from '@/components/form/Form';
import { QuietButton } from '@/components/form/QuietButton';
import { Frame } from '@/components/Frame';
import { useStatusBar } from '@/components/frameSlots';
import { Grid, Stack } from '@/components/Layout';
import { lazyPart, usePreload } from '@/components/lazyPart';
import { PageHeader } from '@/components/PageHeader';
import { LayerFailed, PartFailed } from '@/components/PartFailed';
import { LoadingState } from '@/components/States';
import { TabPanel, Tabs } from '@/components/Tabs';
import { Note } from '@/components/Text';
import { isAccessKey, type AccessKey } from '@/lib/clearance';
import { readStored } from '@/lib/storage';
import { Banner } from './Banner.style';
import type { LoginValues } from './login';
import { LoginForm } from './LoginForm';
import { checkRegistration } from './schema';
import { WelcomePanel } from './WelcomePanel';

/** Most visitors sign in, so the registration form is loaded later. */
const RegisterForm = lazyPart(
  async () => (await import(/* webpackChunkName: "register" */ './RegisterForm')).RegisterForm,
  { waiting: <LoadingState label="LOADING REGISTRATION" />, Failed: PartFailed },
);

const tabs = [
  { value: 'login', label: 'Login' },
  { value: 'register', label: 'Register' },
] as const;

type AuthTab = (typeof tabs)[number]['value'];

/** Few visitors have a reset code, so its form is loaded on demand. */
const ResetCodeForm = lazyPart(
  async () => (await import(/* webpackChunkName: "reset-code" */ './ResetCodeForm')).ResetCodeForm,
  { waiting: <LoadingState label="LOADING THE FORM" />, Failed: PartFailed },
);

/** Few visitors have the emergency key, so its dialog is loaded on demand. */
const EmergencyAccessDialog = lazyPart(
  async () =>
    (await import(/* webpackChunkName: "emergency" */ './EmergencyAccessDialog')).EmergencyAccessDialog,
  { Failed: ({ wanted, ...how }) => <LayerFailed {...how} onClose={wanted.onClose} /> },
);

/** The access key of the last sign-in on this device. */
function lastKey(): AccessKey {
  const key = readStored('accessKey');
  return key !== null && isAccessKey(key) ? key : 'subject';
}

/** Sign-in and registration, which share the access key. */
export function AuthPage() {
  const locked = useSiteLocked();
  const { sessionEnded } = useCurrentUser();
  usePreload(RegisterForm);
  const [isEmergency, setEmergency] = useState(false);
  const [isResetting, setResetting] = useState(false);
  const [hasChanged, setChanged] = useState(false);
  const statusBar = useStatusBar();
  const [tab, setTab] = useState<AuthTab>('login');
  const [typed, setTyped] = useState<LoginValues>({ username: '', password: '' });
  const [accessKey, setAccessKey] = useState(lastKey);
  const registration = useForm(checkRegistration, { username: '', password: '', email: '' });

  const chooseTab = (next: AuthTab) => {
    setTab(next);
    setResetting(false);
    setChanged(false);
  };

  return (
    <>
      <PageHeader title="Terminal access" subtitle="Authorized operators only" />
      {sessionEnded && (
        <Note role="status">Your session has ended. Sign in to continue. Your text is kept.</Note>
      )}
      <Banner
        bad={locked}
        items={[
          { label: 'System status', value: locked ? 'lockdown' : 'nominal' },
          { label: 'Access', value: locked ? 'restricted' : 'unrestricted' },
        ]}
      />
      <Grid columns="minmax(0, 1fr) minmax(0, 1fr)">
        <Frame caption="Identify">
          <Stack>
            <Tabs label="Identify" tabs={tabs} value={tab} onChange={chooseTab}>
              <TabPanel value="login">
                {isResetting ? (
                  <ResetCodeForm
                    username={typed.username}
                    onDone={(changed) => {
                      setTyped({ username: changed ?? typed.username, password: '' });
                      setChanged(changed !== null);
                      setResetting(false);
                    }}
                  />
                ) : (
                  <LoginForm
                    typed={typed}
                    onTyped={setTyped}
                    hasChanged={hasChanged}
                    accessKey={accessKey}
                    onAccessKeyChange={setAccessKey}
                    onResetCode={() => setResetting(true)}
                  />
                )}
              </TabPanel>
              <TabPanel value="register">
                <RegisterForm
                  form={registration}
                  accessKey={accessKey}
                  onAccessKeyChange={setAccessKey}
                  onLogin={(username) => {
                    setTyped({ username, password: '' });
                    chooseTab('login');
                  }}
                />
              </TabPanel>
            </Tabs>
          </Stack>
        </Frame>
        <WelcomePanel />
      </Grid>
      {statusBar !== null &&
        createPortal(
          <QuietButton type="button" onClick={() => setEmergency(true)}>
            system diagnostics
          </QuietButton>,
          statusBar,
        )}
      {isEmergency && <EmergencyAccessDialog onClose={() => setEmergency(false)} />}
    </>
  );
}
