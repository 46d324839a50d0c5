import { lazy, Suspense, useState } from 'react';
import { useSiteLocked } from '@/api/selectors';
import { Banner } from '@/components/Banner';
import { Frame } from '@/components/Frame';
import { Grid, Stack } from '@/components/Layout';
import { PageHeader } from '@/components/PageHeader';
import { LoadingState } from '@/components/States';
import { TabPanel, Tabs } from '@/components/Tabs';
import type { AccessKey } from '@/lib/clearance';
import { lazyWithRetry } from '@/lib/lazyWithRetry';
import { LoginForm } from './LoginForm';
import { WelcomePanel } from './WelcomePanel';

/** Most who come here sign in: what only registration needs is fetched when it is asked for. */
const RegisterForm = lazy(async () => ({
  default: (
    await lazyWithRetry('register', () => import(/* webpackChunkName: "register" */ './RegisterForm'))
  ).RegisterForm,
}));

const tabs = [
  { value: 'login', label: 'Login' },
  { value: 'register', label: 'Register' },
] as const;

type AuthTab = (typeof tabs)[number]['value'];

/** Sign-in and registration. Both use the one access key that is chosen on the login tab. */
export function AuthPage() {
  const locked = useSiteLocked();
  const [tab, setTab] = useState<AuthTab>('login');
  const [accessKey, setAccessKey] = useState<AccessKey>('subject');

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
                <Suspense fallback={<LoadingState label="OPENING THE REGISTER" />}>
                  <RegisterForm
                    accessKey={accessKey}
                    onChangeKey={() => {
                      setTab('login');
                    }}
                  />
                </Suspense>
              </TabPanel>
            </Tabs>
          </Stack>
        </Frame>
        <WelcomePanel />
      </Grid>
    </>
  );
}
