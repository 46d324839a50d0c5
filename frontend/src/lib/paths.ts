/** Every address of the client, in one place. */

/** Search parameters of the repository; absent members are left out. */
export interface RepositorySearch {
  readonly q?: string | undefined;
  readonly level?: number | undefined;
  readonly category?: string | undefined;
}

function withQuery(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') params.set(name, String(value));
  }
  const text = params.toString();
  return text === '' ? path : `${path}?${text}`;
}

export const paths = {
  home: '/',
  auth: '/auth',
  authLocked: '/auth?locked=true',
  documents: '/documents',
  documentsFiltered: (search: RepositorySearch) => withQuery('/documents', { ...search }),
  document: (id: string) => `/documents/${encodeURIComponent(id)}`,
  submission: '/submission',
  templates: '/templates',
  archive: '/archive',
  settings: '/settings',
  admin: '/admin',
  auditLogs: '/audit-logs',
} as const;
