/** The queue of a desk, without React: its rows, their groups and their order. */

import type { AdminSubmission, User } from '@/api/types';

/** What is asked for to show a queue. One constant, so that a desk and its count share an answer. */
export const queueSummary = { view: 'summary' } as const;

/** Why a row stands where it does, most urgent first; nobody decides on their own. */
export const groupNames = [
  'Times out within a day',
  'Document changed since',
  'Later step',
  'Waiting',
  'Your own',
] as const;

export type GroupName = (typeof groupNames)[number];

/** One row of a queue: as much as every kind of case has. */
export interface QueueRow {
  readonly id: string;
  readonly title: string;
  readonly author: string;
  /** Milliseconds since the epoch. */
  readonly waitingSince: number;
  readonly group: GroupName;
  /** `1/2`, or `own`. */
  readonly step: string;
  readonly hasFile: boolean;
  /** The beginning of the text; empty where it is withheld. */
  readonly preview: string;
}

/** Most urgent group first; within a group, who has waited longest. */
export function inOrder<Row extends QueueRow>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted(
    (left, right) =>
      groupNames.indexOf(left.group) - groupNames.indexOf(right.group) ||
      left.waitingSince - right.waitingSince,
  );
}

/** Rows that are in order, by group; without groups that have none. */
export function groupsOf(rows: readonly QueueRow[]) {
  return groupNames
    .map((name) => ({ name, rows: rows.filter((row) => row.group === name) }))
    .filter((group) => group.rows.length > 0);
}

/**
 * The queue as it is now, with the rows that must not vanish under the reader's eyes: those that were there `before`,
 * have left it and still matter, such as the open case. They keep their group, and so their place by age.
 */
export function withKept<Row extends QueueRow>(
  now: readonly Row[],
  before: readonly Row[],
  matters: (row: Row) => boolean,
): readonly Row[] {
  const there = new Set(now.map(({ id }) => id));
  const kept = before.filter((row) => !there.has(row.id) && matters(row));
  return kept.length === 0 ? now : inOrder([...now, ...kept]);
}

/** The row that takes the place of another: the one after it, else the one before; `null` if it is the only one. */
export function rowAfter<Row extends QueueRow>(rows: readonly Row[], id: string): Row | null {
  const at = rows.findIndex((row) => row.id === id);
  return rows[at + 1] ?? rows[at - 1] ?? null;
}

const minute = 60_000;
const hour = 60 * minute;

/** One day, in milliseconds. */
export const day = 24 * hour;

const two = (value: number) => String(value).padStart(2, '0');

/** How long something has waited, in milliseconds, as a column shows it: `40m`, `22h`, `2d 04h`. */
export function waited(span: number): string {
  const whole = Math.max(0, span);
  if (whole < hour) return `${Math.floor(whole / minute)}m`;
  if (whole < day) return `${Math.floor(whole / hour)}h`;
  return `${Math.floor(whole / day)}d ${two(Math.floor((whole % day) / hour))}h`;
}

/** How long is left, in milliseconds: `2 d 4 h left`, `4 h 12 min left`, `12 min left`, `times out now`. */
export function timeLeft(span: number): string {
  if (span < minute) return 'times out now';
  if (span < hour) return `${Math.floor(span / minute)} min left`;
  if (span < day) return `${Math.floor(span / hour)} h ${Math.floor((span % hour) / minute)} min left`;
  return `${Math.floor(span / day)} d ${Math.floor((span % day) / hour)} h left`;
}

type Waiting = Pick<AdminSubmission, 'createdAt' | 'resubmittedAt'>;

const waitsSince = ({ createdAt, resubmittedAt }: Waiting) => Date.parse(resubmittedAt ?? createdAt);

/** When a submission or an edit times out after three days, in milliseconds since the epoch. */
export function timesOutAt(item: Waiting): number {
  return waitsSince(item) + 3 * day;
}

type Reviewed = Waiting &
  Pick<AdminSubmission, 'id' | 'submittedBy' | 'submittedByUsername' | 'approvalStep' | 'maxApprovalSteps'>;

function groupOf(item: Reviewed, isStale: boolean, now: number): GroupName {
  if (timesOutAt(item) - now < day) return 'Times out within a day';
  if (isStale) return 'Document changed since';
  return item.approvalStep > 1 ? 'Later step' : 'Waiting';
}

/** What the row of a submission or an edit says about its wait, for this reviewer at this time. */
export function rowOfWait(item: Reviewed, user: Pick<User, 'id'>, now: number, isStale = false) {
  const { id, submittedByUsername, approvalStep, maxApprovalSteps } = item;
  const isOwn = item.submittedBy === user.id;
  return {
    id,
    author: submittedByUsername,
    waitingSince: waitsSince(item),
    group: isOwn ? 'Your own' : groupOf(item, isStale, now),
    step: isOwn ? 'own' : `${approvalStep}/${maxApprovalSteps}`,
  } as const;
}
