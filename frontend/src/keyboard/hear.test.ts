import {
  commandOf,
  handleKey,
  maxBuffered,
  bufferTime,
  handlePointer,
  startState,
  type KeyState,
  type Press,
  type PageState,
  type Scope,
} from './hear';
import { release } from './replay';

const ran: string[] = [];

const does = (name: string) => () => {
  ran.push(name);
};

const calm: PageState = {
  loading: null,
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
    isReplayed: false,
    ...more,
  };
}

/** The results of consecutive keys: the commands they run, `-` for a buffered key, or the key that passes. */
function type(presses: readonly (Press | string)[], page: Partial<PageState> = {}): readonly string[] {
  let state = startState;
  return presses.map((next) => {
    const [after, { pass, run }] = handleKey(state, typeof next === 'string' ? press(next) : next, {
      ...calm,
      ...page,
    });
    state = after;
    if (pass) return `${pass.after ?? ''}${pass.key}`;
    if (!run) return '-';
    run();
    return ran.at(-1) ?? '';
  });
}

/** The state after keys that were buffered. */
function buffered(
  presses: readonly (Press | string)[],
  loading: PageState['loading'] = 'layer',
  from = startState,
): KeyState {
  return presses.reduce(
    (state, next) => handleKey(state, typeof next === 'string' ? press(next) : next, { ...calm, loading })[0],
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

  test.each([{ isLayerOpen: true }, { areOn: false }])('there are no sequences with %p', (page) => {
    expect(type(['g', 'd'], page)).toEqual(['g', 'd']);
  });
});

describe('while something is loading', () => {
  test.each(['layer', 'screen'] as const)(
    'a %s has every key of ours buffered, and those of the browser not',
    (loading) => {
      const ours = ['a', ' ', 'Enter', 'Backspace', 'ArrowDown', press('K', { modifiers: 'shift' })];
      expect(type([...ours, press('k', { modifiers: 'ctrl' })], { loading })).toEqual([
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
      expect(type(theirs, { loading })).toEqual(['F5', 'r', 'ArrowLeft', 'Shift']);
    },
  );

  test('keys are replayed in order, one at a time, once it is loaded', () => {
    let state = buffered(['x', 'y']);
    const replayed: (string | null)[] = [];
    for (const loading of ['layer', null, 'screen', null, null] as const) {
      const [next, released] = release(state, 20, loading);
      state = next;
      replayed.push(released?.key ?? null);
    }
    expect(replayed).toEqual([null, 'x', null, 'y', null]);
  });

  test('keys typed while earlier keys wait come after them', () => {
    const state = buffered(['z'], null, buffered(['x', 'y']));
    expect(state.buffered.map(({ key }) => key)).toEqual(['x', 'y', 'z']);
  });

  test('a replayed key is not buffered again', () => {
    const replayed = (key: string) => press(key, { isReplayed: true });
    expect(type([replayed('g'), replayed('d')], { loading: 'layer' })).toEqual(['g', 'g d']);
  });

  test('at most 64 keys are buffered, for 5 seconds each', () => {
    const many = buffered(Array.from({ length: maxBuffered + 1 }, (_, at) => press('x', { at })));
    expect(many.buffered).toHaveLength(maxBuffered);
    expect(release(many, bufferTime, null)[1]).toMatchObject({ key: 'x' });
    expect(release(many, bufferTime + 1, null)).toEqual([{ ...many, buffered: [] }, null]);
  });

  test('keys typed for a screen that does not load are dropped', () => {
    expect(release(buffered(['x']), 10, 'late')).toEqual([startState, null]);
    expect(type(['x'], { loading: 'late' })).toEqual(['x']);
  });

  test('a key that is held down is buffered once', () => {
    expect(buffered(['j', press('j', { isRepeat: true })]).buffered).toHaveLength(1);
  });

  test('Escape cancels a layer that can be cancelled, together with the keys typed for it', () => {
    const page: PageState = { ...calm, loading: 'layer', cancel: does('cancel') };
    const [state, outcome] = handleKey(buffered(['x']), press('Escape'), page);
    expect(state).toEqual(startState);
    expect(outcome).toEqual({ run: page.cancel });
    expect(type(['Escape'], { loading: 'layer' })).toEqual(['-']);
  });

  test('after Enter, Escape is buffered for what Enter opens', () => {
    const page: PageState = { ...calm, loading: 'layer', cancel: does('cancel') };
    const [state, outcome] = handleKey(buffered(['x', 'Enter']), press('Escape'), page);
    expect(state.buffered.map(({ key }) => key)).toEqual(['x', 'Enter', 'Escape']);
    expect(outcome).toEqual({});
  });

  test('a buffered key keeps the first half of a sequence that was replayed before its second half', () => {
    const [first] = handleKey(startState, press('g', { isReplayed: true }), calm);
    const [state] = handleKey(first, press('x', { at: 5 }), { ...calm, loading: 'screen' });
    const [, { run }] = handleKey(state, press('d', { at: 3, isReplayed: true }), calm);
    run?.();
    expect(ran).toEqual(['g d']);
  });

  test('keys that choose among search results wait for them, as do later keys, but not the search words', () => {
    expect(type(['a', 'Enter'], { loading: 'answer' })).toEqual(['a', '-']);
    const state = buffered(['Enter', 'g'], 'answer');
    expect(state.buffered.map(({ key }) => key)).toEqual(['Enter', 'g']);
    expect(release(state, 10, 'answer')).toEqual([state, null]);
    expect(release(state, 10, null)[1]).toMatchObject({ key: 'Enter' });
    expect(release(buffered(['a', 'Enter'], 'layer'), 10, 'answer')[1]).toMatchObject({ key: 'a' });
  });

  test('keys that move into a list wait for its rows, as do later keys, but nothing waits if single keys are off', () => {
    expect(type(['x', 'j'], { loading: 'rows' })).toEqual(['x', '-']);
    expect(type([press('j', { isInField: true })], { loading: 'rows' })).toEqual(['j']);
    expect(type(['j'], { loading: 'rows', areOn: false })).toEqual(['j']);
    const state = buffered(['j', 'Enter'], 'rows');
    expect(state.buffered.map(({ key }) => key)).toEqual(['j', 'Enter']);
    expect(release(state, 10, 'rows')).toEqual([state, null]);
    expect(release(state, 10, null)[1]).toMatchObject({ key: 'j' });
  });

  test('text being typed into a field stays there when a screen loads by itself, but not after Enter', () => {
    const inField = (key: string) => press(key, { isInField: true });
    const typing = buffered([inField('a')], null);
    expect(handleKey(typing, inField('b'), { ...calm, loading: 'screen' })[1].pass?.key).toBe('b');
    const entered = buffered([inField('a'), inField('Enter')], null);
    expect(handleKey(entered, inField('b'), { ...calm, loading: 'screen' })[1]).toEqual({});
  });
});

describe('after a pointer press', () => {
  test('keys that wait for a screen or a part of it are dropped, and keys that wait for a layer are not', () => {
    const waiting = buffered(['a', 'b']);
    for (const loading of ['screen', 'answer', 'rows', 'late', null] as const)
      expect(handlePointer(waiting, false, loading)).toEqual(startState);
    expect(handlePointer(waiting, false, 'layer').buffered).toHaveLength(2);
  });

  test('text typed into the pressed field goes there while a screen is loading', () => {
    const inField = press('a', { isInField: true });
    const loading = { ...calm, loading: 'screen' } as const;
    expect(handleKey(startState, inField, loading)[1]).toEqual({});
    expect(handleKey(handlePointer(startState, true, 'screen'), inField, loading)[1].pass?.key).toBe('a');
    expect(handleKey(handlePointer(startState, false, 'screen'), inField, loading)[1]).toEqual({});
  });
});

describe('scopes', () => {
  const levels = ['shell', 'screen', 'field', 'layer'] as const;
  const scopes = levels.map((level): Scope => ({
    level,
    read: ({ key }) => (key === 'a' ? does(level) : null),
  }));

  /** The levels that receive a key, in order. */
  function receivers(pressed: Press, page: Partial<PageState> = {}): readonly string[] {
    const asked: string[] = [];
    const open = scopes.map(({ level }): Scope => ({
      level,
      read: () => {
        asked.push(level);
        return null;
      },
    }));
    expect(commandOf(open, pressed, { ...calm, ...page })).toBeNull();
    return asked;
  }

  test('receive keys in the order layer, field, screen, shell', () => {
    expect(receivers(press('a'))).toEqual(['layer', 'field', 'screen', 'shell']);
    commandOf(scopes.slice(0, 2), press('a'), calm)?.();
    expect(ran).toEqual(['screen']);
  });

  test('of the same level receive keys in the order of their registration', () => {
    const two = ['one', 'two'].map((name): Scope => ({ level: 'screen', read: () => does(name) }));
    commandOf(two, press('a'), calm)?.();
    expect(ran).toEqual(['one']);
  });

  test.each<[string, Partial<Press>, Partial<PageState>, readonly string[]]>([
    ['a field', { isInField: true }, {}, ['layer', 'field']],
    ['a modifier', { modifiers: 'ctrl' }, {}, ['layer', 'field']],
    ['shortcuts that are off', {}, { areOn: false }, ['layer', 'field']],
    ['an open layer', {}, { isLayerOpen: true }, ['layer']],
  ])('the scopes that receive a key with %s', (_what, pressed, page, levelsThatHear) => {
    expect(receivers(press('a', pressed), page)).toEqual(levelsThatHear);
  });

  test('can receive single keys while shortcuts are off', () => {
    const typing: Scope = { level: 'screen', isAlways: true, read: () => does('type') };
    commandOf([typing], press('a'), { ...calm, areOn: false })?.();
    expect(ran).toEqual(['type']);
    expect(commandOf([typing], press('a', { modifiers: 'ctrl' }), calm)).toBeNull();
  });
});
