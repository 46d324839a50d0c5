import { lazyPart } from '@/components/lazyPart';

const load = () => import(/* webpackChunkName: "sync-accounts" */ './Accounts');

// Without its code names are typed in full, and the server judges them.
const how = { Failed: () => null };

export const AccountFacts = lazyPart(async () => (await load()).AccountFacts, how);

export const WithoutFactor = lazyPart(async () => (await load()).WithoutFactor, how);
