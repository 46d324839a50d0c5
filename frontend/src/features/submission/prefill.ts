import { categoryOf } from '@/lib/categories';
import { emptyRecord, type RecordText } from '@/text/recordText';

const names = ['title', 'content', 'category'] as const;

/** The text for the form in the address, decoded; `null` if the address has none. */
export function readPrefill(params: URLSearchParams): RecordText | null {
  if (!names.some((name) => params.has(name))) return null;
  return {
    ...emptyRecord,
    title: (params.get('title') ?? '').trim(),
    content: params.get('content') ?? '',
    category: categoryOf(params.get('category') ?? '') ?? '',
  };
}

/**
 * The address without the text for the form, because a long text makes every later request line long. It leads to the
 * form, whichever tab it named.
 */
export function withoutPrefill(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params);
  for (const name of [...names, 'tab', 'status']) rest.delete(name);
  return rest;
}
