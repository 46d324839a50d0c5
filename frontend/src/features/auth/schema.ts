import * as z from 'zod/mini';
import { passwordLimits } from '@/lib/password';

const usernameWords = 'Username must contain only letters, numbers, underscores, and hyphens';

/** Nothing is sent without both; everything else is the server's to judge. */
export const loginSchema = z.object({
  username: z.string().check(z.minLength(1, 'Enter your username')),
  password: z.string().check(z.minLength(1, 'Enter your password')),
});

export type LoginValues = z.infer<typeof loginSchema>;

export const registerSchema = z.object({
  username: z
    .string()
    .check(
      z.minLength(3, 'Username must be at least 3 characters'),
      z.maxLength(50, 'Username must be at most 50 characters'),
      z.regex(/^[A-Za-z0-9_-]*$/, usernameWords),
    ),
  password: z
    .string()
    .check(
      z.minLength(passwordLimits.min, `Password must be at least ${passwordLimits.min} characters`),
      z.maxLength(passwordLimits.max, `Password must be at most ${passwordLimits.max} characters`),
    ),
});

export type RegisterValues = z.infer<typeof registerSchema>;
