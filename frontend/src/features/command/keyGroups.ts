import type { User } from '@/api/types';
import { availableCommands } from '@/commands/table';
import {
  comparisonKeys,
  historyKeys,
  homeKeys,
  managementKeys,
  moveKeys,
  newsKeys,
  recordKeys,
  repositoryKeys,
  reviewKeys,
  sectionKeys,
  shellKeys,
  textKeys,
  watchKeys,
  workspaceKeys,
  writingKeys,
} from '@/keyboard/keys';
import { clearanceLevels } from '@/lib/clearance';
import { canUseAdminPanel } from '@/lib/permissions';
import { menuPlaces } from '@/lib/places';

export interface KeyGroup {
  readonly title: string;
  readonly keys: readonly (readonly [what: string, keys: string])[];
}

/** A key as it is shown: by name if its character is not readable. */
function written(key: string): string {
  if (key === ' ') return 'Space';
  return /^[A-Z]$/.test(key) ? `Shift+${key.toLowerCase()}` : key;
}

/** The keys of a part of the table with their effects, in the order of the texts. */
function described<Keys extends Readonly<Record<string, string>>>(
  keys: Keys,
  words: Readonly<Record<keyof Keys, string>>,
): KeyGroup['keys'] {
  return Object.keys(words).map((name) => [words[name] ?? '', written(keys[name] ?? '')] as const);
}

const moves = (what: string) => [[`Next and previous ${what}`, Object.values(moveKeys).join(' ')] as const];

const digits = (highest: number): string => `1 - ${highest}`;

const forAdministrators: readonly KeyGroup[] = [
  {
    title: 'Review',
    keys: [
      ...moves('case'),
      ['Assign a level', digits(clearanceLevels.length)],
      ...described(reviewKeys, {
        comment: 'Comment, Esc to leave it',
        approve: 'Approve',
        reject: 'Reject',
        open: 'Open the record',
        source: 'Source of the text',
      }),
      ['Edits: what to do after a change', digits(3)],
      ...described(comparisonKeys, { mode: 'Edits: comparison; inline or side by side' }),
    ],
  },
  {
    title: 'Document management',
    keys: described(managementKeys, { reclassify: 'Correct level or category of the row' }),
  },
  { title: 'Archive', keys: described(sectionKeys, { create: 'Create a section' }) },
  {
    title: 'Monitoring and analytics',
    keys: [
      ...moves('row'),
      ...described(watchKeys, {
        alerts: 'Admin alerts, on every screen',
        refresh: 'Refresh',
        tables: 'Plots or tables',
      }),
    ],
  },
];

/** The keys for a user: those of screens and commands, then the single keys of each part of the terminal. */
export function keyGroups(user: User | null): readonly KeyGroup[] {
  const sequences = availableCommands(user).flatMap(({ label, keys }) =>
    keys === undefined ? [] : [[label, keys] as const],
  );
  return [
    { title: 'Places and commands', keys: sequences },
    {
      title: 'Everywhere',
      keys: [
        ['Command palette', `${shellKeys.palette} or Ctrl K`],
        ['Focus the filter', shellKeys.filter],
        ['Focus notification', 'F8'],
        ['Send a text of several lines', 'Ctrl Enter'],
        ['Close dialog', 'Esc'],
      ],
    },
    {
      title: 'Writing',
      keys: [
        ...described(textKeys, {
          bold: 'Bold',
          italic: 'Italic',
          link: 'Link, instead of the command palette',
          fullScreen: 'Full screen, Esc to leave it',
        }),
        ['Continue a list; end it at an empty item', 'Enter'],
      ],
    },
    {
      title: 'Main terminal',
      keys: [
        ['Menu entries', digits(user === null ? 0 : menuPlaces(user).length + 1)],
        ...described(homeKeys, { urgent: 'Most urgent item' }),
        ['Earlier commands', 'Up'],
      ],
    },
    {
      title: 'News',
      keys: described(newsKeys, { read: 'Mark the row as read', readAll: 'Mark all as read' }),
    },
    {
      title: 'Repository',
      keys: [
        ...moves('record'),
        ...described(repositoryKeys, {
          create: 'New document',
          edit: 'Edit the record of the row',
          archive: 'Archive the record of the row',
          history: 'History of the record of the row',
        }),
      ],
    },
    { title: 'Workspace', keys: described(workspaceKeys, { create: 'New document' }) },
    {
      title: 'New record',
      keys: [
        ['Continue the newest draft, also while typing', `Alt ${writingKeys.continueDraft.toUpperCase()}`],
      ],
    },
    {
      title: 'Record',
      keys: [
        ...moves('of its list'),
        ...described(recordKeys, {
          watch: 'Watch, or stop watching',
          contents: 'Contents',
          history: 'Version history',
          nextMatch: 'Next match',
          previousMatch: 'Previous match',
          comment: 'Comment, Esc to leave it',
          quote: 'Quote the selected passage',
        }),
      ],
    },
    {
      title: 'Version history',
      keys: [
        ...moves('version'),
        ...described(historyKeys, { base: 'Make the version the base', revert: 'Revert to the version' }),
        ...described(comparisonKeys, { mode: 'Inline or side by side' }),
      ],
    },
    ...(user !== null && canUseAdminPanel(user) ? forAdministrators : []),
  ];
}
