import type { User } from '@/api/types';
import { availableCommands } from '@/commands/registry';
import { Button } from '@/components/Button';
import { Checkbox } from '@/components/Checkbox';
import { DefinitionList } from '@/components/DefinitionList';
import { Dialog } from '@/components/Dialog';
import { Kbd } from '@/components/Kbd';
import { Stack } from '@/components/Layout';
import { useAppDispatch, useAppSelector } from '@/state/hooks';
import { hotkeysSet } from '@/state/uiSlice';

const everywhere = [
  { term: 'Command palette', value: <Keys keys=": or Ctrl K" /> },
  { term: 'Focus the filter', value: <Keys keys="/" /> },
  { term: 'Menu entries on the main terminal', value: <Keys keys="1 - 7" /> },
  { term: 'Next and previous record', value: <Keys keys="j k" /> },
  { term: 'Go to the notice', value: <Keys keys="F8" /> },
  { term: 'Close the top layer', value: <Keys keys="Esc" /> },
];

function Keys({ keys }: { readonly keys: string }) {
  return <Kbd>{keys}</Kbd>;
}

interface KeysHelpProps {
  readonly user: User | null;
  readonly onClose: () => void;
}

/** Every shortcut, and the switch that turns the single-key ones off. */
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
      description="Single keys never fire while you type in a field."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Stack>
        <DefinitionList items={[...sequences, ...everywhere]} />
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
