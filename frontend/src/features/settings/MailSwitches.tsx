import { useGetMailSettingsQuery, useUpdateMailSettingsMutation } from '@/api/mail';
import { useUser } from '@/api/selectors';
import type { MailSettings } from '@/api/types';
import { Checkbox } from '@/components/form/Checkbox';
import { Frame } from '@/components/Frame';
import { Stack } from '@/components/Layout';
import { Loaded } from '@/components/Loaded';
import { Text } from '@/components/Text';

/** The switches: member, label, and whether only administrators get such mail. */
const switches: readonly (readonly [keyof MailSettings, string, boolean])[] = [
  ['accountApproved', 'My account is approved', false],
  ['itemReviewed', 'My submissions, edits and requests are reviewed or released', false],
  ['timedOut', 'My items time out, or are about to', false],
  ['talk', 'Someone mentions me in a comment or replies to one of mine', false],
  ['resetRequested', 'A reset code is issued for my account', false],
  ['securityAlert', 'Security alerts', true],
  ['deadline', 'Deadlines of the review queues', true],
];

/** The kinds of mail that the user receives. Each switch saves at once. */
export function MailSwitches() {
  const { isAdmin } = useUser();
  const settings = useGetMailSettingsQuery();
  const [update, updating] = useUpdateMailSettingsMutation();
  return (
    <Frame caption="Mail">
      <Loaded query={settings} what="the mail settings" label="RETRIEVING MAIL SETTINGS">
        {(wanted) => (
          <Stack gap="sm">
            <Text as="p" tone="muted" size="dense">
              Sent to your email address while notifications to it are on. Each change is saved at once.
            </Text>
            {switches
              .filter(([, , onlyAdmins]) => isAdmin || !onlyAdmins)
              .map(([name, label]) => (
                <Checkbox
                  key={name}
                  label={label}
                  name={name}
                  checked={wanted[name]}
                  aria-disabled={updating.isLoading || undefined}
                  onChange={(event) => {
                    if (!updating.isLoading) void update({ [name]: event.target.checked });
                  }}
                />
              ))}
          </Stack>
        )}
      </Loaded>
    </Frame>
  );
}
