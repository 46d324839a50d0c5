import { atLeast, atMost, checkFields, emailRules, where, type Fields } from '@/lib/checks';
import { passwordLimits } from '@/lib/password';

const usernameWords = 'Username must contain only letters, numbers, underscores, and hyphens';

export type RegisterValues = Fields<'username' | 'password' | 'email'>;

export const checkRegistration = checkFields<RegisterValues>({
  username: [
    atLeast(3, 'Username must be at least 3 characters'),
    atMost(50, 'Username must be at most 50 characters'),
    where((value) => /^[A-Za-z0-9_-]*$/.test(value.trim()), usernameWords),
  ],
  email: emailRules,
  password: [
    atLeast(passwordLimits.min, `Password must be at least ${passwordLimits.min} characters`),
    atMost(passwordLimits.max, `Password must be at most ${passwordLimits.max} characters`),
  ],
});
