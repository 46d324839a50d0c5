import type { AttachedFile } from '@/lib/attachedFiles';
import { checkFields, where, type Check, type Fields, type Rule } from '@/lib/checks';
import { categoryOf } from '@/lib/categories';
import { releaseProblem } from '@/lib/releaseDate';
import { draws, filesRules, textLimits, textRules, type TextKind } from '@/lib/recordText';
import type { RecordText } from '@/text/recordText';

/** What is sent as the title of an incident report. The server replaces it by the next incident number. */
const incidentTitle = 'Incident report';

function text(label: string, max: number, kind: TextKind): readonly Rule[] {
  return [where(draws, `${label} is required`), ...textRules(label, max, kind)];
}

type SubmissionTexts = Fields<'title' | 'category' | 'content' | 'release'>;

export interface SubmissionValues extends SubmissionTexts {
  readonly files: readonly AttachedFile[];
}

export function hasAssignedTitle({ category }: Pick<SubmissionValues, 'category'>): boolean {
  return categoryOf(category) === 'INCIDENT';
}

/** The values as they are sent. The title typed for another category stays in the form. */
export function valuesToSend(values: SubmissionValues): SubmissionValues {
  return hasAssignedTitle(values) ? { ...values, title: incidentTitle } : values;
}

const checkWritten = checkFields<SubmissionValues>({
  title: text('Title', textLimits.title, 'line'),
  category: [where((value) => categoryOf(value) !== undefined, 'Category is required')],
  content: text('Content', textLimits.content, 'lines'),
  release: [(typed) => releaseProblem(typed, Date.now())],
  files: filesRules,
});

/** Checks a submission. A title that is not sent is not checked. */
export const checkSubmission: Check<SubmissionValues> = (values) => checkWritten(valuesToSend(values));

export const emptyValues: SubmissionValues = {
  title: '',
  category: '',
  content: '',
  release: '',
  files: [],
};

export function valuesOf({ title, category, content, release, files }: RecordText): SubmissionValues {
  return { title, category, content, release, files };
}

export function isMissing(values: SubmissionValues): boolean {
  const { title, category, content } = valuesToSend(values);
  return [title, category, content].some((value) => value.trim() === '');
}

export function isBlank({ files, ...texts }: SubmissionValues): boolean {
  return files.length === 0 && Object.values(texts).every((value) => value.trim() === '');
}
