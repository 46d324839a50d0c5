import { BulletList } from '@/components/BulletList';
import { Frame } from '@/components/Frame';
import { Stack } from '@/components/Layout';
import { Footnote } from '@/components/Text';

export function Guidelines() {
  return (
    <Frame caption="Guidelines">
      <Stack gap="md">
        <BulletList>
          <li>All submissions need admin approval.</li>
          <li>Appropriate mature content.</li>
          <li>No personal information or real names.</li>
          <li>Follow lore conventions.</li>
        </BulletList>
        <Footnote>An incident report gets the next incident number, IR-XXXXXX, as its title.</Footnote>
      </Stack>
    </Frame>
  );
}
