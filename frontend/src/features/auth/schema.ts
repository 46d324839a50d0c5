import { atLeast, atMost, checkFields, where, type Fields } from '@/lib/checks';
import { passwordLimits } from '@/lib/password';

/** The addresses that the server accepts. */
const isEmail = (text: string) => /^[^@\s]+@[^\s]*\.[^\s]*$/.test(text);

const usernameWords = 'Username must contain only letters, numbers, underscores, and hyphens';

export type RegisterValues = Fields<'username' | 'password' | 'email'>;

export const checkRegistration = checkFields<RegisterValues>({
  username: [
    atLeast(3, 'Username must be at least 3 characters'),
    atMost(50, 'Username must be at most 50 characters'),
    where((value) => /^[A-Za-z0-9_-]*$/.test(value.trim()), usernameWords),
  ],
  email: [
    atMost(254, 'Email must be at most 254 characters'),
    where((value) => value === '' || isEmail(value), 'Enter a valid email address'),
  ],
  password: [
    atLeast(passwordLimits.min, `Password must be at least ${passwordLimits.min} characters`),
    atMost(passwordLimits.max, `Password must be at most ${passwordLimits.max} characters`),
  ],
});
