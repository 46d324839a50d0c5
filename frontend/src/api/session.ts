import { api } from './endpoints';
import type { User } from './types';

/** Puts the account that a sign-in answered with in the place of "nobody". */
export function currentUserIs(user: User) {
  return api.util.upsertQueryEntries([{ endpointName: 'getCurrentUser', arg: undefined, value: user }]);
}

/** Nobody is signed in any more. The contract knows no such answer (it is a 401), so the type has to be told. */
export function currentUserIsNobody() {
  return api.util.upsertQueryEntries([
    { endpointName: 'getCurrentUser', arg: undefined, value: null as unknown as User },
  ]);
}

/** Whether an answer is the one above. */
export function isNobody(user: User | null | undefined): boolean {
  return user === null;
}
