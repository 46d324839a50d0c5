/**
 * What a cached answer can be about. Except for the home board, the reminders, the mail, the news and one's own sessions, the names are the tags of the
 * API description.
 */
export const tagTypes = [
  'User',
  'Document',
  'Submission',
  'Draft',
  'DocumentEdit',
  'DocumentComment',
  'Trash',
  'Template',
  'Archive',
  'SiteLock',
  'AuditLog',
  'Security',
  'System',
  'Analytics',
  'Board',
  'OwnSession',
  'Reminder',
  'Mail',
  'News',
] as const;

export type Tag = (typeof tagTypes)[number];

/** The tag of a whole list. */
export function listTag<Type extends Tag>(type: Type) {
  return { type, id: 'LIST' } as const;
}

/** The tag of one thing. */
export function idTag<Type extends Tag>(type: Type, id: string) {
  return { type, id } as const;
}

/** A list and every member of it. */
export function listTags<Type extends Tag>(type: Type, items: readonly { readonly id: string }[] = []) {
  return [listTag(type), ...items.map((item) => idTag(type, item.id))];
}
