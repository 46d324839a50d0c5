import { commandOf, hear, startState, type Press, type Scene, type Scope } from './hear';

const ran: string[] = [];

const does = (name: string) => () => {
  ran.push(name);
};

const calm: Scene = {
  coming: null,
  isLayerOpen: false,
  areOn: true,
  firsts: new Set(['g']),
  sequence: (keys) => (['g d', 'g h'].includes(keys) ? does(keys) : null),
};

function press(key: string, more: Partial<Press> = {}): Press {
  return { key, at: 0, isRepeat: false, modifiers: '', isInField: false, after: null, ...more };
}

/** What becomes of keys that follow each other: what they run, `-` for what is held, or the key that passes. */
function type(presses: readonly (Press | string)[], scene: Partial<Scene> = {}): readonly string[] {
  let state = startState;
  return presses.map((next) => {
    const [after, verdict] = hear(state, typeof next === 'string' ? press(next) : next, {
      ...calm,
      ...scene,
    });
    state = after;
    if (verdict.pass) return `${verdict.pass.after ?? ''}${verdict.pass.key}`;
    if (verdict.run === undefined) return '-';
    verdict.run();
    return ran.at(-1) ?? '';
  });
}

beforeEach(() => {
  ran.length = 0;
});

describe('sequences', () => {
  test.each([
    ['two keys run it once', ['g', 'd', 'd'], ['g', 'g d', 'd']],
    ['the second of two first keys begins one as well', ['g', 'g', 'h'], ['g', 'gg', 'g h']],
    ['a key that completes none knows what was before it', ['g', 'x', 'd'], ['g', 'gx', 'd']],
    ['Shift between them changes nothing', ['g', 'Shift', 'd'], ['g', 'Shift', 'g d']],
    ['Enter between them ends it', ['g', 'Enter', 'd'], ['g', 'Enter', 'd']],
  ])('%s', (_what, keys, becomes) => {
    expect(type(keys)).toEqual(becomes);
  });

  test('the second key comes within a second', () => {
    expect(type(['g', press('d', { at: 999 })])).toEqual(['g', 'g d']);
    expect(type(['g', press('d', { at: 1000 })])).toEqual(['g', 'd']);
  });

  test('a key that is held down neither completes one nor ends it', () => {
    expect(type(['g', press('d', { isRepeat: true }), 'd'])).toEqual(['g', 'd', 'g d']);
  });

  test.each([{ isInField: true }, { modifiers: 'ctrl' }, { modifiers: 'alt+shift' }])(
    '%p is no part of one',
    (more) => {
      expect(type(['g', press('d', more), 'd'])).toEqual(['g', 'd', 'd']);
      expect(type([press('g', more), 'd'])).toEqual(['g', 'd']);
    },
  );

  test.each([{ isLayerOpen: true }, { areOn: false }])('there are none with %p', (scene) => {
    expect(type(['g', 'd'], scene)).toEqual(['g', 'd']);
  });
});

describe('what is coming', () => {
  test('a layer holds characters and Enter, and leaves shortcuts of the browser alone', () => {
    const keys = [
      'a',
      ' ',
      'Enter',
      'Tab',
      press('r', { modifiers: 'ctrl' }),
      press('ä', { isInField: true }),
    ];
    expect(type(keys, { coming: 'layer' })).toEqual(['-', '-', '-', 'Tab', 'r', '-']);
  });

  test('a screen holds what would press what has the focus, and no sequence', () => {
    expect(type(['Enter', ' ', 'g', 'd'], { coming: 'screen' })).toEqual(['-', '-', 'g', 'g d']);
  });
});

describe('scopes', () => {
  const levels = ['shell', 'screen', 'field', 'layer'] as const;
  const scopes = levels.map((level): Scope => ({
    level,
    read: ({ key }) => (key === 'a' ? does(level) : null),
  }));

  /** The levels that hear a key, in the order in which they are asked. */
  function heard(pressed: Press, scene: Partial<Scene> = {}): readonly string[] {
    const asked: string[] = [];
    const open = scopes.map(({ level }): Scope => ({
      level,
      read: () => {
        asked.push(level);
        return null;
      },
    }));
    expect(commandOf(open, pressed, { ...calm, ...scene })).toBeNull();
    return asked;
  }

  test('one order: layer, field, screen, shell', () => {
    expect(heard(press('a'))).toEqual(['layer', 'field', 'screen', 'shell']);
    commandOf(scopes.slice(0, 2), press('a'), calm)?.();
    expect(ran).toEqual(['screen']);
  });

  test('of two of a level, the first', () => {
    const two = ['one', 'two'].map((name): Scope => ({ level: 'screen', read: () => does(name) }));
    commandOf(two, press('a'), calm)?.();
    expect(ran).toEqual(['one']);
  });

  test.each<[string, Partial<Press>, Partial<Scene>, readonly string[]]>([
    ['a field', { isInField: true }, {}, ['layer', 'field']],
    ['a modifier', { modifiers: 'ctrl' }, {}, ['layer', 'field']],
    ['shortcuts that are off', {}, { areOn: false }, ['layer', 'field']],
    ['an open layer', {}, { isLayerOpen: true }, ['layer']],
    ['a layer that is coming', {}, { coming: 'layer' }, ['layer']],
    ['a screen that is coming', {}, { coming: 'screen' }, ['layer', 'field', 'shell']],
  ])('who hears with %s', (_what, pressed, scene, levelsThatHear) => {
    expect(heard(press('a', pressed), scene)).toEqual(levelsThatHear);
  });

  test('a scope may hear single keys while shortcuts are off', () => {
    const typing: Scope = { level: 'screen', isAlways: true, read: () => does('type') };
    commandOf([typing], press('a'), { ...calm, areOn: false })?.();
    expect(ran).toEqual(['type']);
    expect(commandOf([typing], press('a', { modifiers: 'ctrl' }), calm)).toBeNull();
  });
});
