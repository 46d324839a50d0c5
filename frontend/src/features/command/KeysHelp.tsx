import type { User } from '@/api/types';
import { availableCommands, menuItems } from '@/commands/registry';
import { Button } from '@/components/Button';
import { Checkbox } from '@/components/Checkbox';
import { DefinitionList } from '@/components/DefinitionList';
import { Dialog } from '@/components/Dialog';
import { Kbd } from '@/components/Kbd';
import { Stack } from '@/components/Layout';
import { canUseAdminPanel } from '@/lib/permissions';
import { useAppDispatch, useAppSelector } from '@/state/hooks';
import { hotkeysSet } from '@/state/uiSlice';

const general = (menuLines: number) => [
  { term: 'Command palette', value: <Keys keys=": or Ctrl K" /> },
  { term: 'Focus the filter', value: <Keys keys="/" /> },
  { term: 'Menu entries on the main terminal', value: <Keys keys={`1 - ${menuLines}`} /> },
  { term: 'Next and previous record', value: <Keys keys="j k" /> },
  { term: 'New document, in the repository', value: <Keys keys="n" /> },
  { term: 'Record: next and previous of its list', value: <Keys keys="j k" /> },
  { term: 'Record: contents', value: <Keys keys="t" /> },
  { term: 'Record: next and previous match', value: <Keys keys="n Shift+n" /> },
  { term: 'Focus notification', value: <Keys keys="F8" /> },
  { term: 'Close dialog', value: <Keys keys="Esc" /> },
];

/** The keys of the review desk, for those who review. */
const review = [
  { term: 'Review: next and previous case', value: <Keys keys="j k" /> },
  { term: 'Review: assign a level', value: <Keys keys="1 - 5" /> },
  { term: 'Review: comment, Esc to leave it', value: <Keys keys="c" /> },
  { term: 'Review: approve', value: <Keys keys="a" /> },
  { term: 'Review: reject', value: <Keys keys="r" /> },
  { term: 'Review: open the published record', value: <Keys keys="o" /> },
];

function Keys({ keys }: { readonly keys: string }) {
  return <Kbd>{keys}</Kbd>;
}

interface KeysHelpProps {
  readonly user: User | null;
  readonly onClose: () => void;
}

/** Every shortcut, and the setting that turns single-key shortcuts off. */
export function KeysHelp({ user, onClose }: KeysHelpProps) {
  const dispatch = useAppDispatch();
  const enabled = useAppSelector((state) => state.ui.hotkeys);
  const sequences = availableCommands(user)
    .filter((command) => command.keys !== undefined)
    .map((command) => ({
      term: command.label,
      value: <Keys keys={command.keys === 'Shift+?' ? '?' : (command.keys ?? '')} />,
    }));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Keyboard"
      description="Shortcuts are off while you type."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Stack>
        <DefinitionList
          items={[
            ...sequences,
            ...general(user === null ? 0 : menuItems(user).length),
            ...(user !== null && canUseAdminPanel(user) ? review : []),
          ]}
        />
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
