// Random key scripts end in the same state at every pace: no key is lost or goes to the wrong place.
//
// The reference run of a script types with 150 ms between two keys and without slowdown. It is compared with runs
// without pauses and with 150 ms, in every way of slowing down. They must end on the same screen and layer, with the
// same focus and texts, and must have sent the same decisions.
//
// Three differences are allowed. A decision key has no effect on a case or question that has just appeared, which
// depends on timing. Scripts therefore rest before such a key, as a user who reads does. If one came too early
// nevertheless, in either run, and the page reported it, only the decisions are compared: the run must not have sent
// any that the reference has not. The same applies if keys were dropped after five seconds on a very slow page. Tab
// goes to the next control that exists: if it was pressed while a part of the screen was loading, the focus is not
// compared.
//
//   E2E_KEY_SCRIPTS=200 npm run e2e -- keyScripts.spec.ts     all ways with the seeds 1 to 200 (or FROM-TO)

import { administrator, expect, sessionOf } from './fixtures';
import { runKeys, type RunEnd, type Terminal, type Disturbance } from './keyRuns';
import { scriptOf, type Script } from './keyScripts';
import { test as base } from './sceneTest';
import { patient } from './slow';

const test = base.extend<{ readonly terminal: Terminal }>({
  terminal: async ({ browser, facility }, use) => {
    await use({ browser, facility, session: await sessionOf(facility, administrator(facility)) });
  },
});

test.use({ world: 'key-scripts' });
test.describe.configure({ mode: 'parallel' });

const ways: readonly Disturbance[] = ['nothing', 'slow processor', 'late parts', 'late answers', 'news'];

/** Milliseconds between two keys at a relaxed pace. */
const ease = 150;

/** The differences between two ends; empty if there are none. */
function differences(reference: RunEnd, end: RunEnd): readonly string[] {
  const isTimely = [reference, end].every(({ refused, dropped }) => refused.length + dropped.length === 0);
  const extra = end.decisions.filter((decision) => !reference.decisions.includes(decision));
  if (!isTimely) return extra.map((decision) => `decided only here: ${decision}`);
  const names = ['address', 'heading', 'layers', 'focus', 'texts', 'decisions'] as const;
  const isFocusOpen = reference.isTabEarly || end.isTabEarly;
  return names
    .filter((name) => name !== 'focus' || !isFocusOpen)
    .filter((name) => JSON.stringify(reference[name]) !== JSON.stringify(end[name]))
    .map((name) => `${name}: ${JSON.stringify(end[name])} and not ${JSON.stringify(reference[name])}`);
}

/** Types a script at a relaxed pace and in a way, and expects the same end. */
async function compare(
  terminal: Terminal,
  name: string,
  script: Script,
  tried: readonly Disturbance[],
  paces: readonly number[] = [0, ease],
): Promise<RunEnd> {
  const found: string[] = [];
  const reference = await runKeys(terminal, script, 'nothing', ease);
  for (const way of tried) {
    for (const pace of way === 'nothing' ? [0] : paces) {
      const end = await runKeys(terminal, script, way, pace);
      const different = differences(reference, end);
      if (different.length > 0) found.push(`${way}, ${pace} ms: ${different.join('; ')}`);
    }
  }
  const message = [`${name}: ${script.join(' ')}`, `at ease: ${JSON.stringify(reference)}`, ...found].join(
    '\n',
  );
  expect(found, message).toEqual([]);
  return reference;
}

const wanted = process.env.E2E_KEY_SCRIPTS;

/** The short run: each seed in one way and without a pause, about 30 s in total. */
const short: readonly (readonly [way: Disturbance, seed: number])[] = [
  ['nothing', 5],
  ['slow processor', 6],
  ['late parts', 4],
  ['late answers', 3],
  ['news', 7],
];

/** Scripts that once ended differently, and some with a known end, to find faults that are the same at every pace. */
const known: readonly (readonly [way: Disturbance, script: string, address?: string])[] = [
  ['slow processor', 'g d / d o o r Escape g h g h 3 g d j j Enter'],
  ['late parts', 'Control+k l a m p Enter g h 4 g , j Enter Escape', '/settings'],
  // A move on a desk changes the address, and the page follows.
  ['nothing', 'g m rest Enter rest j j Enter'],
  // The first key of a sequence expires after a second, and with any other key.
  ['nothing', 'g rest rest d', '/'],
  ['nothing', 'g x d', '/'],
];

for (const [way, script, address] of known)
  test(`ends the same with ${way}: ${script}`, async ({ terminal }) => {
    test.setTimeout(patient(120_000));
    const reference = await compare(
      terminal,
      'known',
      script.split(' '),
      [way],
      wanted === undefined ? [0] : undefined,
    );
    if (address !== undefined) expect(reference.address).toBe(address);
  });

if (wanted === undefined) {
  for (const [way, seed] of short)
    test(`seed ${seed} with ${way}`, async ({ terminal }) => {
      await compare(terminal, `seed ${seed}`, scriptOf(seed), [way], [0]);
    });
} else {
  const [from = 1, to = from] = (wanted.includes('-') ? wanted : `1-${wanted}`).split('-').map(Number);
  const tried = ways.filter((way) => (process.env.E2E_KEY_WAYS ?? way).split(',').includes(way));
  for (let seed = from; seed <= to; seed += 1)
    test(`seed ${seed} in every way`, async ({ terminal }) => {
      test.setTimeout(patient(600_000));
      await compare(terminal, `seed ${seed}`, scriptOf(seed), tried);
    });
}
