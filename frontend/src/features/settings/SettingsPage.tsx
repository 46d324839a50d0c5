import { useUser } from '@/api/selectors';
import { Button } from '@/components/Button';
import { Checkbox } from '@/components/form/Checkbox';
import { FormBox } from '@/components/form/FormBox';
import { Segments } from '@/components/form/Segments';
import { TextInput } from '@/components/form/TextInput';
import { UnsavedGuard } from '@/components/form/UnsavedGuard';
import { Frame } from '@/components/Frame';
import { Grid, Row, Stack } from '@/components/Layout';
import { lazyPart } from '@/components/lazyPart';
import { PageHeader, PlaceLink } from '@/components/PageHeader';
import { PartFailed } from '@/components/PartFailed';
import { LoadingState } from '@/components/States';
import { Note, Text } from '@/components/Text';
import { useScope } from '@/keyboard/useScope';
import { paths } from '@/lib/paths';
import { canSaveSettings } from '@/lib/permissions';
import { useStatusLine } from '@/state/hooks';
import { MailSwitches } from './MailSwitches';
import { ReservedForm, SaveBar } from './SaveBar.style';
import { SessionInformation } from './SessionInformation';
import { SessionsPanel } from './SessionsPanel';
import { sessionTimeouts, settingNames, themeOptions, unsavedWords } from './settings';
import { ThemePicker } from './ThemePicker.style';
import { TwoFactorPanel, TwoFactorWork, useTwoFactor, type TwoFactor } from './TwoFactorPanel';
import { useSettings } from './useSettings';

/** Loaded late, because few visits change the password. */
const PasswordPanel = lazyPart(
  async () => (await import(/* webpackChunkName: "password" */ './PasswordPanel')).PasswordPanel,
  {
    waiting: (
      <Frame caption="Password">
        <ReservedForm>
          <LoadingState label="LOADING THE FORM" />
        </ReservedForm>
      </Frame>
    ),
    Failed: PartFailed,
  },
);

export function SettingsPage() {
  const user = useUser();
  return canSaveSettings(user) ? <OwnSettings /> : <EmergencySettings />;
}

function subtitleOf({ username, clearanceLevel, isAdmin }: ReturnType<typeof useUser>): string {
  return `${username} | Level ${clearanceLevel}${isAdmin ? ' | Administrator' : ''}`;
}

/** Emergency access belongs to no user, so it has no settings. */
function EmergencySettings() {
  return (
    <>
      <PageHeader
        title="Settings"
        subtitle={subtitleOf(useUser())}
        actions={<PlaceLink to={paths.home}>Return</PlaceLink>}
      />
      <Note>Emergency access has no settings. Sign in with your own account to change yours.</Note>
      <SessionInformation />
    </>
  );
}

const unkeptCodes = { title: 'Codes not kept', confirmLabel: 'Leave without the codes' };
const unkeptWords =
  'The codes are shown once, and they were not copied, downloaded or printed. The set-up is not complete.';

interface SettingsKeys {
  readonly save: () => void;
  /** Closes the open part or discards the changes; `null` if there is neither. */
  readonly leave: (() => void) | null;
}

/** Ctrl S or Cmd S saves and Esc leaves, also in fields. */
function useSettingsKeys({ save, leave }: SettingsKeys): void {
  useScope('field', ({ key, modifiers, isRepeat }) => {
    const isSave = key.toLowerCase() === 's' && /ctrl|meta/.test(modifiers);
    const run = isSave ? save : key === 'Escape' ? leave : null;
    return run && isRepeat ? () => undefined : run;
  });
}

/** The effect of Esc and its label. */
function escapeAction(factor: TwoFactor, unsaved: number, discard: () => void) {
  if (factor.step.is !== 'state') return { leave: factor.close, hint: ', esc close' };
  return unsaved > 0 ? { leave: discard, hint: ', esc discard' } : { leave: null, hint: '' };
}

/** Registers the keys of the screen, and returns the bar at the bottom that shows them. */
function useSettingsBar(
  factor: TwoFactor,
  unsaved: number,
  { save, discard }: { readonly save: () => void; readonly discard: () => void },
): void {
  const { leave, hint } = escapeAction(factor, unsaved, discard);
  useStatusLine(
    leave === null ? 'READY' : 'EDIT',
    unsaved > 0 ? `${unsaved} unsaved` : null,
    `ctrl s save${hint}`,
  );
  useSettingsKeys({ save, leave });
}

function OwnSettings() {
  const settings = useSettings();
  const { user, values, changed, problems, isSaving, set, save, discard } = settings;
  const count = changed.length;
  const names = changed.map((name) => settingNames[name]).join(', ');
  const factor = useTwoFactor();
  useSettingsBar(factor, count, { save: () => void save(), discard });

  return (
    <>
      <PageHeader
        title="Settings"
        subtitle={subtitleOf(user)}
        actions={
          <>
            {count === 0 && <Button why="There are no changes to save.">Save settings</Button>}
            <PlaceLink to={paths.home}>Return</PlaceLink>
          </>
        }
      />
      <TwoFactorWork factor={factor} />
      <Grid columns="minmax(0, 1fr) minmax(0, 1fr)">
        <Stack gap="xl">
          <Frame caption="Visual preferences">
            <ThemePicker
              label="Theme"
              hint="Applied at once, kept when you save. Default and Green-matrix look the same."
              options={themeOptions}
              value={values.theme}
              onChange={(theme) => set('theme', theme)}
            />
          </Frame>
          <Frame caption="Security settings">
            <Stack gap="sm">
              <Text as="p" tone="muted" size="dense" upper>
                Session timeout
              </Text>
              <Row>
                <Segments
                  label="Session timeout"
                  options={sessionTimeouts.map((value) => ({
                    value,
                    label: value,
                    name: `${value} minutes`,
                  }))}
                  value={values.sessionTimeout as (typeof sessionTimeouts)[number]}
                  onChange={(minutes) => set('sessionTimeout', minutes)}
                />
                <Text tone="muted" size="dense">
                  minutes without activity
                </Text>
              </Row>
            </Stack>
          </Frame>
          <PasswordPanel isNext={count === 0} />
          <Frame caption="Contact information">
            <FormBox
              noValidate
              aria-label="Contact information"
              onSubmit={(event) => {
                event.preventDefault();
                void save();
              }}
            >
              <Grid columns="minmax(0, 1fr) minmax(0, 1fr)" gap="lg" collapse="phone">
                <TextInput
                  label="Email"
                  type="email"
                  name="email"
                  autoComplete="email"
                  maxLength={254}
                  value={values.email}
                  error={problems.email}
                  onChange={(event) => set('email', event.target.value)}
                />
                <TextInput
                  label="Phone"
                  type="tel"
                  name="phone"
                  autoComplete="tel"
                  maxLength={40}
                  value={values.phone}
                  error={problems.phone}
                  onChange={(event) => set('phone', event.target.value)}
                />
              </Grid>
              <Checkbox
                label="Send notifications to this address"
                name="emailNotifications"
                checked={values.emailNotifications === 'on'}
                onChange={(event) => set('emailNotifications', event.target.checked ? 'on' : 'off')}
              />
              {/* Enter in a field submits a form only if it has a submit button. */}
              <button type="submit" hidden />
            </FormBox>
          </Frame>
        </Stack>
        <Stack gap="xl">
          <TwoFactorPanel factor={factor} />
          <MailSwitches />
          <SessionsPanel />
          <SessionInformation />
        </Stack>
      </Grid>
      {count > 0 && (
        <SaveBar title={unsavedWords(count)} names={names}>
          <Button onClick={discard}>Discard</Button>
          <Button variant="primary" busy={isSaving} onClick={() => void save()}>
            Save settings
          </Button>
        </SaveBar>
      )}
      <UnsavedGuard
        unsaved={count > 0 || factor.hasUnkeptCodes}
        {...(factor.hasUnkeptCodes ? unkeptCodes : {})}
        description={[
          ...(factor.hasUnkeptCodes ? [unkeptWords] : []),
          ...(count > 0 ? [`These changes are not saved: ${names}. Leave the screen and discard them?`] : []),
        ].join(' ')}
        onDiscard={discard}
      />
    </>
  );
}
