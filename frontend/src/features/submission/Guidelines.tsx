import { BulletList } from '@/components/BulletList';
import { Frame } from '@/components/Frame';
import { Stack } from '@/components/Layout';
import { Footnote, Text } from '@/components/Text';

function Rules() {
  return (
    <Stack gap="md">
      <BulletList>
        <li>All submissions need admin approval.</li>
        <li>Appropriate mature content.</li>
        <li>No personal information or real names.</li>
        <li>Follow lore conventions.</li>
      </BulletList>
      <Footnote>An incident report gets the next incident number, IR-XXXXXX, as its title.</Footnote>
    </Stack>
  );
}

export function Guidelines() {
  return (
    <Frame caption="Guidelines">
      <Rules />
    </Frame>
  );
}

/** The guidelines beside the text, in place of its preview. */
export function GuidelinesPane() {
  return (
    <Stack gap="sm">
      <Text as="p" tone="muted" size="dense" upper>
        Guidelines
      </Text>
      <Rules />
      <Text as="p" tone="muted" size="dense">
        The preview appears here as you write. A draft is saved after the first words.
      </Text>
    </Stack>
  );
}
