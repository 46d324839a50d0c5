/** The categories of records, and which of them each form offers. */

export type CategoryForm = 'submission' | 'edit' | 'template';

/** Every category with its label in the submission form and the forms that offer it. */
const categories = [
  { value: 'ENTITY', label: 'Entity object', forms: ['submission', 'edit', 'template'] },
  { value: 'INCIDENT', label: 'Incident report', forms: ['submission', 'edit', 'template'] },
  { value: 'EXPERIMENT', label: 'Experiment log', forms: ['submission', 'edit'] },
  { value: 'RESEARCH', label: 'Research log', forms: ['submission', 'template'] },
  { value: 'PERSONNEL', label: 'Personnel file', forms: ['submission', 'edit', 'template'] },
  { value: 'SITE', label: 'Site documentation', forms: ['submission', 'template'] },
  { value: 'CONTAINMENT PROTOCOL', label: 'Containment protocol', forms: ['submission'] },
  { value: 'ADDENDUM', label: 'Addendum', forms: ['edit'] },
  { value: 'OTHER', label: 'Other', forms: ['submission', 'edit', 'template'] },
] as const satisfies readonly {
  readonly value: string;
  readonly label: string;
  readonly forms: readonly CategoryForm[];
}[];

/** A category that a document on file can have. */
export type Category = (typeof categories)[number]['value'];

/** All categories that a document on file can have, for filters. */
export const documentCategories: readonly Category[] = categories.map(({ value }) => value);

export interface CategoryOption {
  readonly value: Category;
  readonly label: string;
}

/** The categories that a form offers, and the current one of the record. Only the submission form has labels. */
export function categoriesFor(form: CategoryForm, current?: string): readonly CategoryOption[] {
  return categories
    .filter(({ value, forms }) => value === current || (forms as readonly CategoryForm[]).includes(form))
    .map(({ value, label }) => ({ value, label: form === 'submission' ? label : value }));
}

/** The category with this name, in any case; `undefined` if the submission form does not offer it. */
export function categoryOf(word: string): Category | undefined {
  const wanted = word.trim().toUpperCase();
  return categoriesFor('submission').find(({ value }) => value === wanted)?.value;
}
