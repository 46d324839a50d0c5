/** Length limits of a password, in characters. */
export const passwordLimits = { min: 6, max: 128 } as const;

export interface PasswordStrength {
  /** 0 (nothing typed) to 4. */
  readonly score: 0 | 1 | 2 | 3 | 4;
  readonly word: '' | 'WEAK' | 'FAIR' | 'STRONG' | 'VERY STRONG';
}

const words = ['', 'WEAK', 'FAIR', 'STRONG', 'VERY STRONG'] as const;

/** A rough estimate for the meter: length counts most, variety adds, repetition subtracts. The server decides. */
export function passwordStrength(password: string): PasswordStrength {
  if (password === '') return { score: 0, word: '' };
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length;
  const distinct = new Set(password).size;
  const bits = Math.min(password.length, distinct * 1.5) * (2.5 + kinds * 0.75);
  const score = password.length < passwordLimits.min || bits < 28 ? 1 : bits < 45 ? 2 : bits < 70 ? 3 : 4;
  return { score, word: words[score] };
}
