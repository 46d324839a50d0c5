import { paths } from './paths';
import { canSubmit, type Person } from './permissions';
import { isOffered, placeIds, placeOf } from './places';

/** The target of a command or of a sequence of keys. */
export interface Destination {
  readonly id: string;
  readonly label: string;
  readonly path: string;
  /** Its keys: `g d` is g, then d. */
  readonly keys?: string | undefined;
  /** Whether it is offered to a user; `null` if nobody is signed in. */
  readonly isFor: (user: Person | null) => boolean;
}

/** The screens that commands reach, in order, and the notifications. */
export const destinations: readonly Destination[] = [
  ...placeIds.flatMap((id): readonly Destination[] => {
    const { label, keys, pattern } = placeOf(id);
    return label === undefined
      ? []
      : [{ id, label, keys, path: pattern, isFor: (user) => isOffered(id, user) }];
  }),
  // Part of the main terminal, not a screen of its own.
  {
    id: 'news',
    label: 'News',
    keys: 'g n',
    path: paths.news,
    isFor: (user) => user !== null && canSubmit(user),
  },
];
