import { listTag, type Tag } from './tags';

/** Subjects of changes that the server announces. */
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

/** The topics that invalidate each cache tag. A tag without an entry does not compile. */
const invalidatedBy: Readonly<Record<Tag, readonly Topic[]>> = {
  Document: ['documents', 'archive'],
  // The workspace lists proposed edits beside submissions.
  Submission: ['submissions', 'edits'],
  Draft: ['drafts'],
  // A change of a document makes edits of it outdated.
  DocumentEdit: ['edits', 'documents'],
  // A new version of the document may show or withhold quoted passages.
  DocumentComment: ['comments', 'documents'],
  Trash: ['documents'],
  Template: ['templates'],
  // The document counts and requests of sections follow the documents.
  Archive: ['archive', 'documents'],
  // The list of accounts shows failed sign-ins.
  User: ['users', 'security'],
  SiteLock: ['settings'],
  // The board counts records, queues, accounts and the user's own items.
  Board: ['documents', 'submissions', 'edits', 'archive', 'templates', 'comments', 'users', 'drafts'],
  // Every action adds to the log. Reloading it automatically would move it while it is read.
  AuditLog: [],
  // Announcements about sessions go only to administrators; the screen polls.
  OwnSession: [],
  // Sign-ins, sessions and refusals; a changed account may lose its sessions.
  Security: ['security', 'users'],
  // Pending decisions.
  Reminder: ['submissions', 'edits', 'archive'],
  // Decisions, comments, approved accounts and alerts are mailed. Whether a message was sent is polled.
  Mail: ['submissions', 'edits', 'archive', 'comments', 'users', 'security'],
  // Decisions on the user's own items, comments and new versions; also alerts and deadlines for administrators.
  News: ['documents', 'submissions', 'edits', 'archive', 'comments', 'security'],
  // System health does not depend on content.
  System: [],
  // Every action changes them; the screen polls.
  Analytics: [],
};

/**
 * The cache tags that a set of topics invalidates. For accounts this is only the lists: the signed-in user is requested
 * by `watchCurrentUser`, which does not count as activity.
 */
export function tagsOf(news: Iterable<Topic>) {
  const about = new Set(news);
  return (Object.keys(invalidatedBy) as Tag[])
    .filter((tag) => invalidatedBy[tag].some((topic) => about.has(topic)))
    .map((tag) => (tag === 'User' ? listTag(tag) : tag));
}

/** Topics that do not change shared content. */
const otherTopics: ReadonlySet<Topic> = new Set(['users', 'settings', 'security', 'drafts']);

export function isAboutContent(news: readonly Topic[]): boolean {
  return news.some((topic) => !otherTopics.has(topic));
}

/** A message of the server. */
export interface Announcement {
  readonly topics: readonly Topic[];
  /** Time in milliseconds since the epoch; `null` if the message has none. */
  readonly at: number | null;
}

/** Reads a time of the server, in milliseconds; `null` if it is invalid. */
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

/** Reads a message; `null` if it is not an announcement. An announcement without a known topic may concern anything. */
export function readAnnouncement(text: unknown): Announcement | null {
  const message = parse(text);
  if (message.type !== 'content_updated') return null;
  const named: readonly unknown[] = Array.isArray(message.topics) ? message.topics : [];
  const known = named.filter(isTopic);
  const whole = named.length > 0 && known.length === named.length;
  return { topics: whole ? known : topics, at: readTime(message.timestamp) };
}
