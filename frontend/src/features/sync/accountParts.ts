import { lazyPart } from '@/components/lazyPart';

const load = () => import(/* webpackChunkName: "sync-accounts" */ './Accounts');

// Without its code names are typed in full, and the server judges them.
const how = { Failed: () => null };

/** The account of a typed name. */
export const AccountFacts = lazyPart(async () => (await load()).AccountFacts, how);

/** The accounts without a second factor. */
export const WithoutFactor = lazyPart(async () => (await load()).WithoutFactor, how);
