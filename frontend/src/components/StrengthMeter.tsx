import { passwordStrength } from '@/lib/password';
import { Meter } from './Meter';
import type { Tone } from './Text';

const tones: Readonly<Record<string, Tone>> = { WEAK: 'danger', FAIR: 'warn', GOOD: 'ok', STRONG: 'ok' };

/** How strong a new password is, as an estimate. The server decides. */
export function StrengthMeter({ password }: { readonly password: string }) {
  const { score, word } = passwordStrength(password);
  return <Meter label="Password strength" value={score} max={4} word={word} tone={tones[word] ?? 'muted'} />;
}
