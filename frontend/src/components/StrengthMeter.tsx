import { passwordStrength } from '@/lib/password';
import { Meter } from './Meter';
import type { Tone } from './Text';
import { useRested } from './useRested';
import { VisuallyHidden } from './VisuallyHidden';

const tones: Readonly<Record<string, Tone>> = {
  WEAK: 'danger',
  FAIR: 'warn',
  STRONG: 'ok',
  'VERY STRONG': 'ok',
};

/** How long typing has to rest before the word is spoken, in milliseconds. */
const rest = 600;

/** How strong a new password is, as an estimate. The server decides. */
export function StrengthMeter({ password }: { readonly password: string }) {
  const { score, word } = passwordStrength(password);
  const spoken = useRested(word, rest);
  return (
    <div>
      <Meter label="Password strength" value={score} max={4} word={word} tone={tones[word] ?? 'muted'} />
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
    </div>
  );
}
