import * as z from 'zod/mini';
import { passwordLimits } from '@/lib/password';

const usernameWords = 'Username must contain only letters, numbers, underscores, and hyphens';

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
