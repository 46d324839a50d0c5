import { listTag, type Tag } from './tags';

/** What a change can be about, as the server announces it. */
export const topics = [
  'documents',
  'submissions',
  'edits',
  'archive',
  'templates',
  'comments',
  'users',
  'settings',
  'security',
  'drafts',
] as const;

export type Topic = (typeof topics)[number];

/** Which news make a cached answer stale. A tag without an entry does not compile. */
const staleBy: Readonly<Record<Tag, readonly Topic[]>> = {
  Document: ['documents', 'archive'],
  // Proposed edits stand beside submissions in the workspace.
  Submission: ['submissions', 'edits'],
  Draft: ['drafts'],
  // A document that changes makes the edits of it outdated.
  DocumentEdit: ['edits', 'documents'],
  // A new version of the document may show or withhold quoted passages.
  DocumentComment: ['comments', 'documents'],
  Trash: ['documents'],
  Template: ['templates'],
  // A section's number of documents follows them, and so do the requests.
  Archive: ['archive', 'documents'],
  // Failed sign-ins stand in the list of accounts.
  User: ['users', 'security'],
  SiteLock: ['settings'],
  // The board counts records, queues, accounts and the reader's own items.
  Board: ['documents', 'submissions', 'edits', 'archive', 'templates', 'comments', 'users', 'drafts'],
  // The log grows with whatever happens; that it reads on by itself would move it under the reader's eyes.
  AuditLog: [],
  // The news of it are for administrators; the screen asks by the clock.
  OwnSession: [],
  // Sign-ins, sessions and refusals; a changed account may lose its sessions.
  Security: ['security', 'users'],
  // What waits for a decision.
  Reminder: ['submissions', 'edits', 'archive'],
  // Decisions, talk, approved accounts and alerts are mailed. That a message was sent is asked by the clock.
  Mail: ['submissions', 'edits', 'archive', 'comments', 'users', 'security'],
  // Decisions on the reader's own items, talk and new versions; for administrators alerts and deadlines too.
  News: ['documents', 'submissions', 'edits', 'archive', 'comments', 'security'],
  // Whether the server is up is nobody's content.
  System: [],
  // Everything moves them; the screen asks by the clock.
  Analytics: [],
};

/**
 * The tags of what some news make stale. Of accounts it is the lists alone: who is signed in is asked by
 * `watchCurrentUser`, which does not count as activity.
 */
export function tagsOf(news: Iterable<Topic>) {
  const about = new Set(news);
  return (Object.keys(staleBy) as Tag[])
    .filter((tag) => staleBy[tag].some((topic) => about.has(topic)))
    .map((tag) => (tag === 'User' ? listTag(tag) : tag));
}

/** Topics that do not change shared content. */
const aside: ReadonlySet<Topic> = new Set(['users', 'settings', 'security', 'drafts']);

export function isAboutContent(news: readonly Topic[]): boolean {
  return news.some((topic) => !aside.has(topic));
}

/** One message of the server. */
export interface Announcement {
  readonly topics: readonly Topic[];
  /** Milliseconds since the epoch; `null` when it says none. */
  readonly at: number | null;
}

/** A time of the server in milliseconds; `null` for anything that is none. */
export function readTime(value: unknown): number | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

function isTopic(value: unknown): value is Topic {
  return topics.some((topic) => topic === value);
}

function parse(text: unknown): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = typeof text === 'string' ? JSON.parse(text) : null;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Reads a message; `null` for everything but news. Without a topic that is known, it may be about anything. */
export function readAnnouncement(text: unknown): Announcement | null {
  const message = parse(text);
  if (message.type !== 'content_updated') return null;
  const named: readonly unknown[] = Array.isArray(message.topics) ? message.topics : [];
  const known = named.filter(isTopic);
  const whole = named.length > 0 && known.length === named.length;
  return { topics: whole ? known : topics, at: readTime(message.timestamp) };
}
