import { Text } from '@/components/Text';
import type { Overtaken } from './held';

const words: Readonly<Record<Overtaken, string>> = {
  decided: 'This submission was decided elsewhere meanwhile. What you typed stays here until you discard it.',
  step: 'A step of this review was taken elsewhere meanwhile. What you typed stays here until you discard it.',
};

/** Says that somebody else was faster; nothing where nobody was. */
export function OvertakenNote({ overtaken }: { readonly overtaken: Overtaken | null }) {
  if (overtaken === null) return null;
  return (
    <div role="status">
      <Text as="p" strong tone="warn">
        {words[overtaken]}
      </Text>
    </div>
  );
}
