/**
 * Cache tags. Most are the tags of the API description; those of the home board, reminders, mail, notifications and the
 * user's own sessions are added.
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

export function listTag<Type extends Tag>(type: Type) {
  return { type, id: 'LIST' } as const;
}

export function idTag<Type extends Tag>(type: Type, id: string) {
  return { type, id } as const;
}

export function listTags<Type extends Tag>(type: Type, items: readonly { readonly id: string }[] = []) {
  return [listTag(type), ...items.map((item) => idTag(type, item.id))];
}
