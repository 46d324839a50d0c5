import { pathOf, places, type PlaceSearch } from './places';
import { writeSearch, type SearchValues } from './searchState';

function withSearch(path: string, params: URLSearchParams): string {
  const text = params.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The addresses that screens link to, built from the table of places. */
export const paths = {
  home: places.home.pattern,
  auth: places.auth.pattern,
  authLocked: withSearch(
    places.auth.pattern,
    writeSearch(places.auth.search, new URLSearchParams(), { locked: true }),
  ),
  documents: places.documents.pattern,
  documentsFiltered: (filters: Partial<SearchValues<PlaceSearch<'documents'>>>) =>
    withSearch(
      places.documents.pattern,
      writeSearch(places.documents.search, new URLSearchParams(), filters),
    ),
  document: (id: string) => pathOf('document', { id }),
  submission: places.submission.pattern,
  templates: places.templates.pattern,
  archive: places.archive.pattern,
  settings: places.settings.pattern,
  admin: places.admin.pattern,
  /** The list of accounts, narrowed to a name. */
  accountsNamed: (name: string) =>
    withSearch(places.admin.pattern, new URLSearchParams({ tab: 'users', q: name })),
  /** The review queue with one case open. */
  reviewCase: (id: string) =>
    withSearch(places.admin.pattern, writeSearch(places.admin.search, new URLSearchParams(), { case: id })),
  auditLogs: places.auditLogs.pattern,
} as const;
