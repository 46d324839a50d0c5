import { BulletList } from '@/components/BulletList';
import { Frame } from '@/components/Frame';
import { Stack } from '@/components/Layout';
import { ClearanceLegend } from './ClearanceLegend.style';

const features = [
  'Document submission and review',
  'Hierarchical access control',
  'Two-factor authentication',
  'Archive with story arcs',
  'Analytics dashboard',
  'Security monitoring',
  'Document versioning and templates',
  'Emergency access',
  'Audit logging',
] as const;

/** Introduces the terminal to new visitors. */
export function WelcomePanel() {
  return (
    <Stack gap="xl">
      <Frame caption="Welcome">
        <Stack>
          <p>Facility records, shown according to your clearance.</p>
          <BulletList>
            {features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </BulletList>
        </Stack>
      </Frame>
      <Frame caption="Clearance legend">
        <ClearanceLegend />
      </Frame>
    </Stack>
  );
}
