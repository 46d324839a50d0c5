import * as z from 'zod/mini';
import { submissionCategories } from '@/lib/clearance';

/** The longest title and content the server takes, in characters. */
export const textLimits = { title: 200, content: 200_000 } as const;

export type SubmissionCategory = (typeof submissionCategories)[number]['value'];

/** The category a word stands for, in any case; `undefined` when it is none of the form's. */
export function categoryOf(word: string): SubmissionCategory | undefined {
  const wanted = word.trim().toUpperCase();
  return submissionCategories.find(({ value }) => value === wanted)?.value;
}

function text(label: string, max: number, forbidden: RegExp) {
  return z.string().check(
    z.refine((value) => value.trim() !== '', `${label} is required`),
    z.refine((value) => Array.from(value).length <= max, `${label} must be at most ${max} characters`),
    z.refine((value) => !forbidden.test(value), `${label} must not contain control characters`),
  );
}

export const submissionSchema = z.object({
  title: text('Title', textLimits.title, /\p{Cc}/u),
  category: z.string().check(z.refine((value) => categoryOf(value) !== undefined, 'Category is required')),
  // Line breaks and tabs belong to content.
  content: text('Content', textLimits.content, /[^\P{Cc}\t\n\r]/u),
});

export type SubmissionValues = z.infer<typeof submissionSchema>;

export const emptyValues: SubmissionValues = { title: '', category: '', content: '' };

/** Whether a field has nothing in it. */
export function isMissing(values: SubmissionValues): boolean {
  return Object.values(values).some((value) => value.trim() === '');
}

/** Whether nothing was typed at all. */
export function isBlank(values: SubmissionValues): boolean {
  return Object.values(values).every((value) => value.trim() === '');
}
