import { categoryOf, emptyValues, type SubmissionValues } from './schema';

const names = ['title', 'content', 'category'] as const;

/** What the address wants in the form, decoded; `null` when it says nothing about it. */
export function readPrefill(params: URLSearchParams): SubmissionValues | null {
  if (!names.some((name) => params.has(name))) return null;
  return {
    ...emptyValues,
    title: (params.get('title') ?? '').trim(),
    content: params.get('content') ?? '',
    category: categoryOf(params.get('category') ?? '') ?? '',
  };
}

/** The address without what it wanted in the form: a long text has no place there for long. */
export function withoutPrefill(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params);
  for (const name of names) rest.delete(name);
  return rest;
}
