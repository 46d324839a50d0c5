import { lazyPart } from '@/components/lazyPart';

const load = () => import(/* webpackChunkName: "sync-accounts" */ './Accounts');

// Without this code, names are typed without completion, and the server checks them.
const how = { Failed: () => null };

export const AccountFacts = lazyPart(async () => (await load()).AccountFacts, how);

export const WithoutFactor = lazyPart(async () => (await load()).WithoutFactor, how);
