import { documentCategories, levelsUpTo } from '@/lib/clearance';
import type { DocumentFilters } from '@/api/endpoints';

/** The longest search the server takes, in characters. */
export const maxSearchLength = 200;

/** What the address asks the repository for. Whatever makes no sense, or lies above the reader's level, is left out. */
export function readFilters(params: URLSearchParams, clearanceLevel: number): DocumentFilters {
  const level = levelsUpTo(clearanceLevel).find((candidate) => String(candidate) === params.get('level'));
  const category = documentCategories.find((candidate) => candidate === params.get('category'));
  const q = Array.from((params.get('q') ?? '').trim())
    .slice(0, maxSearchLength)
    .join('');
  return {
    ...(q === '' ? {} : { q }),
    ...(level === undefined ? {} : { level }),
    ...(category === undefined ? {} : { category }),
  };
}

/** The address with one filter changed; an empty value takes the filter out. */
export function withFilter(params: URLSearchParams, name: keyof DocumentFilters, value: string) {
  const next = new URLSearchParams(params);
  if (value.trim() === '') next.delete(name);
  else next.set(name, value.trim());
  return next;
}

/** Whether anything narrows the list. */
export function isNarrowed(filters: DocumentFilters): boolean {
  return Object.keys(filters).length > 0;
}
