import { useState } from 'react';
import { useSiteLocked } from '@/api/selectors';
import { Banner } from '@/components/Banner';
import { useForm } from '@/components/Form';
import { Frame } from '@/components/Frame';
import { Grid, Stack } from '@/components/Layout';
import { lazyPart, usePreload } from '@/components/lazyPart';
import { PageHeader } from '@/components/PageHeader';
import { PartFailed } from '@/components/PartFailed';
import { LoadingState } from '@/components/States';
import { TabPanel, Tabs } from '@/components/Tabs';
import type { AccessKey } from '@/lib/clearance';
import { LoginForm } from './LoginForm';
import { checkRegistration } from './schema';
import { WelcomePanel } from './WelcomePanel';

/** Most who come here sign in: what only registration needs is fetched after that. */
const RegisterForm = lazyPart(
  async () => (await import(/* webpackChunkName: "register" */ './RegisterForm')).RegisterForm,
  { waiting: <LoadingState label="OPENING THE REGISTER" />, Failed: PartFailed },
);

const tabs = [
  { value: 'login', label: 'Login' },
  { value: 'register', label: 'Register' },
] as const;

type AuthTab = (typeof tabs)[number]['value'];

/** Sign-in and registration. Both use the one access key that is chosen on the login tab. */
export function AuthPage() {
  const locked = useSiteLocked();
  usePreload(RegisterForm);
  const [tab, setTab] = useState<AuthTab>('login');
  const [accessKey, setAccessKey] = useState<AccessKey>('subject');
  const registration = useForm(checkRegistration, { username: '', password: '' });

  return (
    <>
      <PageHeader title="Terminal access" subtitle="Authorised operators only" />
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
            <Tabs label="Identify" tabs={tabs} value={tab} onChange={setTab}>
              <TabPanel value="login">
                <LoginForm accessKey={accessKey} onAccessKeyChange={setAccessKey} />
              </TabPanel>
              <TabPanel value="register">
                <RegisterForm
                  form={registration}
                  accessKey={accessKey}
                  onChangeKey={() => {
                    setTab('login');
                  }}
                />
              </TabPanel>
            </Tabs>
          </Stack>
        </Frame>
        <WelcomePanel />
      </Grid>
    </>
  );
}
