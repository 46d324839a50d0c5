import { atLeast, atMost, where, type Problems, type Rule } from './checks';
import { passwordLimits } from './password';

/** The rules of a new password that the client checks; the server also refuses common ones and the username. */
export const newPasswordRules: readonly Rule[] = [
  atLeast(passwordLimits.min, `Password must be at least ${passwordLimits.min} characters`),
  atMost(passwordLimits.max, `Password must be at most ${passwordLimits.max} characters`),
];

/** Whether a password is the username of its account, which the server refuses. */
function isUsername(password: string, username: string): boolean {
  return password.toLowerCase() === username.toLowerCase();
}

/** The password rules that are shown. Common passwords are known only to the server. */
export function passwordRules(password: string, username: string) {
  const holds = (rule: boolean) => (password === '' ? null : rule);
  return [
    {
      words: `${passwordLimits.min} characters or more`,
      holds: holds(password.length >= passwordLimits.min),
    },
    { words: 'Not your username', holds: holds(!isUsername(password, username)) },
    { words: 'Common passwords are refused on saving', holds: null },
  ] as const;
}

/** A required field; blanks do not count. */
export function requiredField(message: string): readonly Rule[] {
  return [where((value) => value.trim() !== '', message)];
}

/** Reports a repeated password that differs from the first. */
export function repetitionProblem(values: {
  readonly newPassword: string;
  readonly again: string;
}): Problems<{ readonly again: string }> {
  return values.again === values.newPassword ? {} : { again: 'The two passwords differ' };
}
