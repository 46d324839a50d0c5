// Random scripts of keys, each determined by its seed: what an experienced user may type from the main terminal without
// waiting.

/** Waits until the page is at rest, at every pace, as when a user reads a case, a question or a result. */
export const rest = 'rest';

/** Keys by their browser names, and `rest`. */
export type Script = readonly string[];

/** Minimum and maximum number of keys of a script. */
const length = { least: 6, most: 14 } as const;

/**
 * Returns the next number of a sequence, from 0 (inclusive) to 1 (exclusive); the sequence is determined by the seed.
 */
type Random = () => number;

/** The generator mulberry32. */
function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function oneOf<Item>(random: Random, items: readonly [Item, ...Item[]]): Item {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

const screenKeys = ['h', 'd', 's', 'w', 't', 'a', 'm', 'r', 'y', 'c', 'o', 'e', 'l', 'n', ','] as const;

/** Words of commands and records, and words that are neither. */
const words = ['mail', 'docs', 'lamp', 'rain', 'door', 'gh', 'view', 'sets', '2a', 'arc'] as const;

const wordOf = (random: Random): Script => Array.from(oneOf(random, words));

/** Key sequences typed in one go, each with its relative frequency. */
const parts: readonly (readonly [share: number, (random: Random) => Script])[] = [
  [6, (random) => ['g', oneOf(random, screenKeys)]],
  [3, (random) => ['g', 'h', oneOf(random, ['1', '2', '3', '4', '5', '6'])]],
  [3, (random) => ['Control+k', ...wordOf(random), oneOf(random, ['Enter', 'Enter', 'Escape'])]],
  [2, (random) => [':', ...wordOf(random), oneOf(random, ['Enter', 'Escape'])]],
  [3, (random) => ['/', ...wordOf(random), oneOf(random, ['Enter', 'Escape'])]],
  [2, (random) => ['?', ...oneOf<Script>(random, [['Escape'], ['Escape', 'g', 'd'], []])]],
  [4, (random) => ['j', ...oneOf<Script>(random, [[], ['j'], ['j', 'k'], ['Enter'], ['j', 'Enter']])]],
  [2, () => ['Escape']],
  [2, (random) => oneOf<Script>(random, [['Tab'], ['Tab', 'Tab'], ['Shift+Tab']])],
  [2, (random) => ['g', 's', 'Tab', ...wordOf(random)]],
  [
    3,
    (random) => [
      ...['g', oneOf(random, ['m', 'r']), rest],
      ...oneOf<Script>(random, [['a'], ['r'], ['2', 'a'], ['j', rest, 'a']]),
      ...[rest, oneOf(random, ['Enter', 'Escape']), rest],
    ],
  ],
];

const allShares = parts.reduce((sum, [share]) => sum + share, 0);

function partOf(random: Random): Script {
  let left = random() * allShares;
  const [, make] = parts.find(([share]) => (left -= share) < 0) ?? [0, () => []];
  return make(random);
}

const keysIn = (script: Script) => script.filter((key) => key !== rest).length;

export function scriptOf(seed: number): Script {
  const random = randomOf(seed);
  const wanted = length.least + Math.floor(random() * (length.most - length.least + 1));
  let script: Script = [];
  while (keysIn(script) < length.least) {
    const part = partOf(random);
    if (keysIn(script) + keysIn(part) <= length.most) script = [...script, ...part];
  }
  for (let part = partOf(random); keysIn(script) + keysIn(part) <= wanted; part = partOf(random))
    script = [...script, ...part];
  return script;
}
