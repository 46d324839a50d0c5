import { paths } from './paths';
import { canSubmit, type Person } from './permissions';
import { isOffered, placeIds, placeOf } from './places';

/** Where a command or a sequence of keys leads. */
export interface Destination {
  readonly id: string;
  readonly label: string;
  readonly path: string;
  /** Its keys: `g d` is g, then d. */
  readonly keys?: string | undefined;
  /** Whether it is offered to somebody; `null` is nobody. */
  readonly isFor: (user: Person | null) => boolean;
}

/** The places that commands reach, in their order, and the news. */
export const destinations: readonly Destination[] = [
  ...placeIds.flatMap((id): readonly Destination[] => {
    const { label, keys, pattern } = placeOf(id);
    return label === undefined
      ? []
      : [{ id, label, keys, path: pattern, isFor: (user) => isOffered(id, user) }];
  }),
  // A part of the main terminal, and no place of its own.
  {
    id: 'news',
    label: 'News',
    keys: 'g n',
    path: paths.news,
    isFor: (user) => user !== null && canSubmit(user),
  },
];
