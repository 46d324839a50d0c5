import { checkFields, where, type Check, type Fields, type Rule } from '@/lib/checks';
import { categoriesFor, type Category } from '@/lib/categories';
import { releaseProblem } from '@/lib/releaseDate';
import { inLine, inLines, textLimits, textRules } from '@/lib/recordText';

/** What is sent as the title of an incident report. The server replaces it by the next incident number. */
const incidentTitle = 'Incident report';

/** The category that a word names, in any case; `undefined` if the form does not offer it. */
export function categoryOf(word: string): Category | undefined {
  const wanted = word.trim().toUpperCase();
  return categoriesFor('submission').find(({ value }) => value === wanted)?.value;
}

function text(label: string, max: number, forbidden: RegExp): readonly Rule[] {
  return [where((value) => value.trim() !== '', `${label} is required`), ...textRules(label, max, forbidden)];
}

/** The fields of the form. */
export type SubmissionValues = Fields<'title' | 'category' | 'content' | 'release'>;

/** Whether the server assigns the title. */
export function hasAssignedTitle({ category }: Pick<SubmissionValues, 'category'>): boolean {
  return categoryOf(category) === 'INCIDENT';
}

/** The values as they are sent. The title typed for another category stays in the form. */
export function valuesToSend(values: SubmissionValues): SubmissionValues {
  return hasAssignedTitle(values) ? { ...values, title: incidentTitle } : values;
}

const checkWritten = checkFields<SubmissionValues>({
  title: text('Title', textLimits.title, inLine),
  category: [where((value) => categoryOf(value) !== undefined, 'Category is required')],
  content: text('Content', textLimits.content, inLines),
  release: [(typed) => releaseProblem(typed, Date.now())],
});

/** Checks a submission. A title that is not sent is not checked. */
export const checkSubmission: Check<SubmissionValues> = (values) => checkWritten(valuesToSend(values));

/** The values of an empty form. */
export const emptyValues: SubmissionValues = { title: '', category: '', content: '', release: '' };

/** Whether a required field is empty. */
export function isMissing(values: SubmissionValues): boolean {
  const { title, category, content } = valuesToSend(values);
  return [title, category, content].some((value) => value.trim() === '');
}

/** Whether nothing was typed at all. */
export function isBlank(values: SubmissionValues): boolean {
  return Object.values(values).every((value) => value.trim() === '');
}
