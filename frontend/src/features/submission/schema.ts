import { checkFields, where, type Fields, type Rule } from '@/lib/checks';
import { submissionCategories } from '@/lib/clearance';

/** The longest title and content the server takes, in characters. */
export const textLimits = { title: 200, content: 200_000 } as const;

export type SubmissionCategory = (typeof submissionCategories)[number]['value'];

/** The category a word stands for, in any case; `undefined` when it is none of the form's. */
export function categoryOf(word: string): SubmissionCategory | undefined {
  const wanted = word.trim().toUpperCase();
  return submissionCategories.find(({ value }) => value === wanted)?.value;
}

function text(label: string, max: number, forbidden: RegExp): readonly Rule[] {
  return [
    where((value) => value.trim() !== '', `${label} is required`),
    where((value) => Array.from(value).length <= max, `${label} must be at most ${max} characters`),
    where((value) => !forbidden.test(value), `${label} must not contain control characters`),
  ];
}

export type SubmissionValues = Fields<'title' | 'category' | 'content'>;

/** What a submission needs. */
export const checkSubmission = checkFields<SubmissionValues>({
  title: text('Title', textLimits.title, /\p{Cc}/u),
  category: [where((value) => categoryOf(value) !== undefined, 'Category is required')],
  // Line breaks and tabs belong to content.
  content: text('Content', textLimits.content, /[^\P{Cc}\t\n\r]/u),
});

export const emptyValues: SubmissionValues = { title: '', category: '', content: '' };

/** Whether a field has nothing in it. */
export function isMissing(values: SubmissionValues): boolean {
  return Object.values(values).some((value) => value.trim() === '');
}

/** Whether nothing was typed at all. */
export function isBlank(values: SubmissionValues): boolean {
  return Object.values(values).every((value) => value.trim() === '');
}
