import {
  commandOf,
  hear,
  mostKept,
  patience,
  point,
  startState,
  type KeyState,
  type Press,
  type Scene,
  type Scope,
} from './hear';
import { release } from './give';

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
  return {
    key,
    at: 0,
    isRepeat: false,
    modifiers: '',
    isInField: false,
    after: null,
    isGiven: false,
    ...more,
  };
}

/** The results of consecutive keys: the commands they run, `-` for a buffered key, or the key that passes. */
function type(presses: readonly (Press | string)[], scene: Partial<Scene> = {}): readonly string[] {
  let state = startState;
  return presses.map((next) => {
    const [after, { pass, run }] = hear(state, typeof next === 'string' ? press(next) : next, {
      ...calm,
      ...scene,
    });
    state = after;
    if (pass) return `${pass.after ?? ''}${pass.key}`;
    if (!run) return '-';
    run();
    return ran.at(-1) ?? '';
  });
}

/** The state after keys that were buffered. */
function kept(
  presses: readonly (Press | string)[],
  coming: Scene['coming'] = 'layer',
  from = startState,
): KeyState {
  return presses.reduce(
    (state, next) => hear(state, typeof next === 'string' ? press(next) : next, { ...calm, coming })[0],
    from,
  );
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

  test('the second key must follow within a second', () => {
    expect(type(['g', press('d', { at: 999 })])).toEqual(['g', 'g d']);
    expect(type(['g', press('d', { at: 1000 })])).toEqual(['g', 'd']);
  });

  test('a key that is held down neither completes nor ends a sequence', () => {
    expect(type(['g', press('d', { isRepeat: true }), 'd'])).toEqual(['g', 'd', 'g d']);
  });

  test.each([{ isInField: true }, { modifiers: 'ctrl' }, { modifiers: 'alt+shift' }])(
    '%p is no part of one',
    (more) => {
      expect(type(['g', press('d', more), 'd'])).toEqual(['g', 'd', 'd']);
      expect(type([press('g', more), 'd'])).toEqual(['g', 'd']);
    },
  );

  test.each([{ isLayerOpen: true }, { areOn: false }])('there are no sequences with %p', (scene) => {
    expect(type(['g', 'd'], scene)).toEqual(['g', 'd']);
  });
});

describe('while something is loading', () => {
  test.each(['layer', 'screen'] as const)(
    'a %s has every key of ours kept, and those of the browser not',
    (coming) => {
      const ours = ['a', ' ', 'Enter', 'Backspace', 'ArrowDown', press('K', { modifiers: 'shift' })];
      expect(type([...ours, press('k', { modifiers: 'ctrl' })], { coming })).toEqual([
        '-',
        '-',
        '-',
        '-',
        '-',
        '-',
        '-',
      ]);
      const theirs = [
        'F5',
        press('r', { modifiers: 'ctrl' }),
        press('ArrowLeft', { modifiers: 'alt' }),
        'Shift',
      ];
      expect(type(theirs, { coming })).toEqual(['F5', 'r', 'ArrowLeft', 'Shift']);
    },
  );

  test('keys are replayed in order, one at a time, once it is loaded', () => {
    let state = kept(['x', 'y']);
    const given: (string | null)[] = [];
    for (const coming of ['layer', null, 'screen', null, null] as const) {
      const [next, released] = release(state, 20, coming);
      state = next;
      given.push(released?.key ?? null);
    }
    expect(given).toEqual([null, 'x', null, 'y', null]);
  });

  test('keys typed while earlier keys wait come after them', () => {
    const state = kept(['z'], null, kept(['x', 'y']));
    expect(state.kept.map(({ key }) => key)).toEqual(['x', 'y', 'z']);
  });

  test('a replayed key is not buffered again', () => {
    const given = (key: string) => press(key, { isGiven: true });
    expect(type([given('g'), given('d')], { coming: 'layer' })).toEqual(['g', 'g d']);
  });

  test('at most 64 keys are buffered, for 5 seconds each', () => {
    const many = kept(Array.from({ length: mostKept + 1 }, (_, at) => press('x', { at })));
    expect(many.kept).toHaveLength(mostKept);
    expect(release(many, patience, null)[1]).toMatchObject({ key: 'x' });
    expect(release(many, patience + 1, null)).toEqual([{ ...many, kept: [] }, null]);
  });

  test('keys typed for a screen that does not load are dropped', () => {
    expect(release(kept(['x']), 10, 'late')).toEqual([startState, null]);
    expect(type(['x'], { coming: 'late' })).toEqual(['x']);
  });

  test('a key that is held down is buffered once', () => {
    expect(kept(['j', press('j', { isRepeat: true })]).kept).toHaveLength(1);
  });

  test('Escape cancels a layer that can be cancelled, together with the keys typed for it', () => {
    const scene: Scene = { ...calm, coming: 'layer', cancel: does('cancel') };
    const [state, verdict] = hear(kept(['x']), press('Escape'), scene);
    expect(state).toEqual(startState);
    expect(verdict).toEqual({ run: scene.cancel });
    expect(type(['Escape'], { coming: 'layer' })).toEqual(['-']);
  });

  test('after Enter, Escape is buffered for what Enter opens', () => {
    const scene: Scene = { ...calm, coming: 'layer', cancel: does('cancel') };
    const [state, verdict] = hear(kept(['x', 'Enter']), press('Escape'), scene);
    expect(state.kept.map(({ key }) => key)).toEqual(['x', 'Enter', 'Escape']);
    expect(verdict).toEqual({});
  });

  test('a buffered key keeps the first half of a sequence that was replayed before its second half', () => {
    const [first] = hear(startState, press('g', { isGiven: true }), calm);
    const [state] = hear(first, press('x', { at: 5 }), { ...calm, coming: 'screen' });
    const [, { run }] = hear(state, press('d', { at: 3, isGiven: true }), calm);
    run?.();
    expect(ran).toEqual(['g d']);
  });

  test('keys that choose among search results wait for them, as do later keys, but not the search words', () => {
    expect(type(['a', 'Enter'], { coming: 'answer' })).toEqual(['a', '-']);
    const state = kept(['Enter', 'g'], 'answer');
    expect(state.kept.map(({ key }) => key)).toEqual(['Enter', 'g']);
    expect(release(state, 10, 'answer')).toEqual([state, null]);
    expect(release(state, 10, null)[1]).toMatchObject({ key: 'Enter' });
    expect(release(kept(['a', 'Enter'], 'layer'), 10, 'answer')[1]).toMatchObject({ key: 'a' });
  });

  test('keys that move into a list wait for its rows, as do later keys, but nothing waits if single keys are off', () => {
    expect(type(['x', 'j'], { coming: 'rows' })).toEqual(['x', '-']);
    expect(type([press('j', { isInField: true })], { coming: 'rows' })).toEqual(['j']);
    expect(type(['j'], { coming: 'rows', areOn: false })).toEqual(['j']);
    const state = kept(['j', 'Enter'], 'rows');
    expect(state.kept.map(({ key }) => key)).toEqual(['j', 'Enter']);
    expect(release(state, 10, 'rows')).toEqual([state, null]);
    expect(release(state, 10, null)[1]).toMatchObject({ key: 'j' });
  });

  test('text being typed into a field stays there when a screen loads by itself, but not after Enter', () => {
    const inField = (key: string) => press(key, { isInField: true });
    const typing = kept([inField('a')], null);
    expect(hear(typing, inField('b'), { ...calm, coming: 'screen' })[1].pass?.key).toBe('b');
    const entered = kept([inField('a'), inField('Enter')], null);
    expect(hear(entered, inField('b'), { ...calm, coming: 'screen' })[1]).toEqual({});
  });
});

describe('after a pointer press', () => {
  test('keys that wait for a screen or a part of it are dropped, and keys that wait for a layer are not', () => {
    const waiting = kept(['a', 'b']);
    for (const coming of ['screen', 'answer', 'rows', 'late', null] as const)
      expect(point(waiting, false, coming)).toEqual(startState);
    expect(point(waiting, false, 'layer').kept).toHaveLength(2);
  });

  test('text typed into the pressed field goes there while a screen is loading', () => {
    const inField = press('a', { isInField: true });
    const coming = { ...calm, coming: 'screen' } as const;
    expect(hear(startState, inField, coming)[1]).toEqual({});
    expect(hear(point(startState, true, 'screen'), inField, coming)[1].pass?.key).toBe('a');
    expect(hear(point(startState, false, 'screen'), inField, coming)[1]).toEqual({});
  });
});

describe('scopes', () => {
  const levels = ['shell', 'screen', 'field', 'layer'] as const;
  const scopes = levels.map((level): Scope => ({
    level,
    read: ({ key }) => (key === 'a' ? does(level) : null),
  }));

  /** The levels that receive a key, in order. */
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

  test('receive keys in the order layer, field, screen, shell', () => {
    expect(heard(press('a'))).toEqual(['layer', 'field', 'screen', 'shell']);
    commandOf(scopes.slice(0, 2), press('a'), calm)?.();
    expect(ran).toEqual(['screen']);
  });

  test('of the same level receive keys in the order of their registration', () => {
    const two = ['one', 'two'].map((name): Scope => ({ level: 'screen', read: () => does(name) }));
    commandOf(two, press('a'), calm)?.();
    expect(ran).toEqual(['one']);
  });

  test.each<[string, Partial<Press>, Partial<Scene>, readonly string[]]>([
    ['a field', { isInField: true }, {}, ['layer', 'field']],
    ['a modifier', { modifiers: 'ctrl' }, {}, ['layer', 'field']],
    ['shortcuts that are off', {}, { areOn: false }, ['layer', 'field']],
    ['an open layer', {}, { isLayerOpen: true }, ['layer']],
  ])('the scopes that receive a key with %s', (_what, pressed, scene, levelsThatHear) => {
    expect(heard(press('a', pressed), scene)).toEqual(levelsThatHear);
  });

  test('can receive single keys while shortcuts are off', () => {
    const typing: Scope = { level: 'screen', isAlways: true, read: () => does('type') };
    commandOf([typing], press('a'), { ...calm, areOn: false })?.();
    expect(ran).toEqual(['type']);
    expect(commandOf([typing], press('a', { modifiers: 'ctrl' }), calm)).toBeNull();
  });
});
