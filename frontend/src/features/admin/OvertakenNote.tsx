import { Text } from '@/components/Text';
import type { Overtaken } from './held';

const words: Readonly<Record<Overtaken, string>> = {
  decided: 'Another administrator has already decided this. Your comment is kept until you discard it.',
  step: 'Another administrator has already taken this step. Your comment is kept until you discard it.',
};

/** Says that another administrator decided first; nothing otherwise. */
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
