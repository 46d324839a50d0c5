import type { User } from '@/api/types';
import { Button } from '@/components/Button';
import { DefinitionList } from '@/components/DefinitionList';
import { Dialog } from '@/components/dialog/Dialog';
import { Checkbox } from '@/components/form/Checkbox';
import { Kbd } from '@/components/Kbd';
import { Stack } from '@/components/Layout';
import { Text } from '@/components/Text';
import { useAppDispatch, useAppSelector } from '@/state/hooks';
import { hotkeysSet } from '@/state/uiSlice';
import { keyGroups, type KeyGroup } from './keyGroups';

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

/** All shortcuts, and the setting that turns single-key shortcuts off. */
export function KeysHelp({ user, onClose }: KeysHelpProps) {
  const dispatch = useAppDispatch();
  const enabled = useAppSelector((state) => state.ui.hotkeys);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Keyboard"
      description="Shortcuts are off while you type."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Stack>
        {keyGroups(user).map((group) => (
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
