import { pathOf, places, type PlaceSearch } from './places';
import { writeSearch, type SearchValues } from './searchState';

function withSearch(path: string, params: URLSearchParams): string {
  const text = params.toString();
  return text === '' ? path : `${path}?${text}`;
}

interface TemplateText {
  readonly name: string;
  readonly category: string;
  readonly content: string;
}

/** The addresses that screens link to, built from the table of screens. */
export const paths = {
  home: places.home.pattern,
  news: `${places.home.pattern}#news`,
  auth: places.auth.pattern,
  authLocked: withSearch(
    places.auth.pattern,
    writeSearch(places.auth.search, new URLSearchParams(), { locked: true }),
  ),
  twoFactor: (username: string) =>
    withSearch(
      places.twoFactor.pattern,
      writeSearch(places.twoFactor.search, new URLSearchParams(), { username }),
    ),
  documents: places.documents.pattern,
  documentsFiltered: (filters: Partial<SearchValues<PlaceSearch<'documents'>>>) =>
    withSearch(
      places.documents.pattern,
      writeSearch(places.documents.search, new URLSearchParams(), filters),
    ),
  document: (id: string) => pathOf('document', { id }),
  /** A record, scrolled to one of its comments. */
  comment: (id: string, comment: string) => `${pathOf('document', { id })}#comment-${comment}`,
  documentEdit: (id: string) => pathOf('documentEdit', { id }),
  /** The edit form of a document with the text of a rejected edit. */
  reviseEdit: (id: string, edit: string) =>
    withSearch(
      pathOf('documentEdit', { id }),
      writeSearch(places.documentEdit.search, new URLSearchParams(), { revise: edit }),
    ),
  documentHistory: (id: string) => pathOf('documentHistory', { id }),
  /** The history of a document comparing two versions by their numbers; without a base, with the previous version. */
  comparison: (id: string, base: number | undefined, shown: number) =>
    withSearch(
      pathOf('documentHistory', { id }),
      writeSearch(places.documentHistory.search, new URLSearchParams(), { a: base, b: shown }),
    ),
  submission: places.submission.pattern,
  /** The submission form filled from a template, whose text is part of the address. */
  submissionFrom: ({ name, category, content }: TemplateText) => {
    const parts = { content, category, title: `[Draft] ${name}` };
    const encoded = Object.entries(parts).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
    return `${places.submission.pattern}?${encoded.join('&')}`;
  },
  /** The user's own submissions, all of them or those of one status. */
  ownSubmissions: (status: SearchValues<PlaceSearch<'submission'>>['status'] = 'all') =>
    withSearch(
      places.submission.pattern,
      writeSearch(places.submission.search, new URLSearchParams(), { tab: 'mine', status }),
    ),
  /** The user's own submissions with one of them open. */
  ownSubmission: (id: string) =>
    withSearch(
      places.submission.pattern,
      writeSearch(places.submission.search, new URLSearchParams(), { tab: 'mine', submission: id }),
    ),
  drafts: (tab: SearchValues<PlaceSearch<'drafts'>>['tab'] = 'drafts') =>
    withSearch(places.drafts.pattern, writeSearch(places.drafts.search, new URLSearchParams(), { tab })),
  /** The workspace with one of the user's own edits open. */
  ownEdit: (id: string) =>
    withSearch(
      places.drafts.pattern,
      writeSearch(places.drafts.search, new URLSearchParams(), { tab: 'edits', edit: id }),
    ),
  draft: (id: string) => pathOf('draft', { id }),
  templates: places.templates.pattern,
  template: (id: string) =>
    withSearch(
      places.templates.pattern,
      writeSearch(places.templates.search, new URLSearchParams(), { template: id }),
    ),
  archive: places.archive.pattern,
  archiveSection: (id: string) =>
    withSearch(
      places.archive.pattern,
      writeSearch(places.archive.search, new URLSearchParams(), { section: id }),
    ),
  archiveRequests: places.archiveRequests.pattern,
  /** The archive requests with one of them open, by the id of its document. */
  archiveRequest: (id: string) =>
    withSearch(
      places.archiveRequests.pattern,
      writeSearch(places.archiveRequests.search, new URLSearchParams(), { case: id }),
    ),
  settings: places.settings.pattern,
  admin: places.admin.pattern,
  /** The list of accounts, filtered by a name. */
  accountsNamed: (name: string) =>
    withSearch(places.admin.pattern, new URLSearchParams({ tab: 'users', q: name })),
  reviewCase: (id: string) =>
    withSearch(places.admin.pattern, writeSearch(places.admin.search, new URLSearchParams(), { case: id })),
  edits: withSearch(
    places.admin.pattern,
    writeSearch(places.admin.search, new URLSearchParams(), { tab: 'edits' }),
  ),
  editCase: (id: string) =>
    withSearch(
      places.admin.pattern,
      writeSearch(places.admin.search, new URLSearchParams(), { tab: 'edits', case: id }),
    ),
  analytics: places.analytics.pattern,
  codeSync: places.codeSync.pattern,
  monitoring: places.monitoring.pattern,
  mail: places.mail.pattern,
  auditLogs: places.auditLogs.pattern,
  /** The security log filtered by this action. Administrators' actions have a tab of their own. */
  logged: (action: string) =>
    withSearch(
      places.auditLogs.pattern,
      writeSearch(places.auditLogs.search, new URLSearchParams(), {
        view: action.startsWith('emergency_') ? 'admin' : 'user',
        action,
      }),
    ),
  /** Where the cause of an alert is shown: monitoring for sign-ins, otherwise the security log. */
  alert: (cause: string): string =>
    cause === 'suspicious_sign_ins' ? paths.monitoring : paths.logged(cause),
} as const;
