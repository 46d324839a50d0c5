import type { User } from '@/api/types';
import { availableCommands, menuItems } from '@/commands/registry';
import { Button } from '@/components/Button';
import { Checkbox } from '@/components/Checkbox';
import { DefinitionList } from '@/components/DefinitionList';
import { Dialog } from '@/components/Dialog';
import { Kbd } from '@/components/Kbd';
import { Stack } from '@/components/Layout';
import { Text } from '@/components/Text';
import { canUseAdminPanel } from '@/lib/permissions';
import { useAppDispatch, useAppSelector } from '@/state/hooks';
import { hotkeysSet } from '@/state/uiSlice';

/** Keys that belong together. */
interface KeyGroup {
  readonly title: string;
  readonly keys: readonly (readonly [what: string, keys: string])[];
}

/** The keys that are no command's. */
const groups = (user: User | null): readonly KeyGroup[] => [
  {
    title: 'Everywhere',
    keys: [
      ['Command palette', ': or Ctrl K'],
      ['Focus the filter', '/'],
      ['Menu entries on the main terminal', `1 - ${user === null ? 0 : menuItems(user).length}`],
      ['Focus notification', 'F8'],
      ['Close dialog', 'Esc'],
    ],
  },
  {
    title: 'News',
    keys: [
      ['Mark the row as read', 'm'],
      ['Mark all as read', 'Shift+m'],
    ],
  },
  {
    title: 'Repository',
    keys: [
      ['Next and previous record', 'j k'],
      ['New document', 'n'],
      ['Edit the record of the row', 'e'],
      ['Archive the record of the row', 'a'],
      ['History of the record of the row', 'h'],
    ],
  },
  {
    title: 'Record',
    keys: [
      ['Next and previous of its list', 'j k'],
      ['Contents', 't'],
      ['Version history', 'h'],
      ['Next and previous match', 'n Shift+n'],
    ],
  },
  {
    title: 'Version history',
    keys: [
      ['Next and previous version', 'j k'],
      ['Make the version the base', 'Space'],
      ['Inline or side by side', 'd'],
      ['Revert to the version', 'v'],
    ],
  },
  // For those who review.
  ...(user !== null && canUseAdminPanel(user)
    ? [
        {
          title: 'Review',
          keys: [
            ['Next and previous case', 'j k'],
            ['Assign a level', '1 - 5'],
            ['Comment, Esc to leave it', 'c'],
            ['Approve', 'a'],
            ['Reject', 'r'],
            ['Open the record', 'o'],
            ['Edits: how to go on after a change', '1 - 3'],
            ['Edits: inline or side by side', 'd'],
          ],
        } as const,
        { title: 'Archive', keys: [['Create a section', 'c']] } as const,
        {
          title: 'Monitoring and analytics',
          keys: [
            ['Admin alerts, on every screen', '!'],
            ['Next and previous row', 'j k'],
            ['Refresh', 'u'],
            ['Plots or tables', 't'],
          ],
        } as const,
      ]
    : []),
];

function Group({ title, keys }: KeyGroup) {
  return (
    <section>
      <Text as="h3" strong tone="bright" size="dense">
        {title}
      </Text>
      <DefinitionList items={keys.map(([term, key]) => ({ term, value: <Kbd>{key}</Kbd> }))} />
    </section>
  );
}

interface KeysHelpProps {
  readonly user: User | null;
  readonly onClose: () => void;
}

/** Every shortcut, and the setting that turns single-key shortcuts off. */
export function KeysHelp({ user, onClose }: KeysHelpProps) {
  const dispatch = useAppDispatch();
  const enabled = useAppSelector((state) => state.ui.hotkeys);
  const sequences = availableCommands(user).flatMap(({ label, keys }) =>
    keys === undefined ? [] : [[label, keys === 'Shift+?' ? '?' : keys] as const],
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Keyboard"
      description="Shortcuts are off while you type."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Stack>
        <Group title="Places and commands" keys={sequences} />
        {groups(user).map((group) => (
          <Group key={group.title} {...group} />
        ))}
        <Checkbox
          label="Single-key shortcuts"
          checked={enabled}
          onChange={(event) => {
            dispatch(hotkeysSet(event.target.checked));
          }}
        />
      </Stack>
    </Dialog>
  );
}
