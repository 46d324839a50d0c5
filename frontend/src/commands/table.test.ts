import { factory } from '@/testing/factories';
import {
  availableCommands,
  commands,
  helpText,
  readLine,
  type CommandContext,
  type Line,
  type LineContext,
} from './table';

/** Runs a line and returns its answer and the calls that it made. */
function run(line: Line, more: Partial<LineContext> = {}) {
  const calls: (readonly unknown[])[] = [];
  const noted =
    (name: keyof CommandContext | 'open' | 'find') =>
    (...given: readonly unknown[]) => {
      calls.push([name, ...given]);
      return { text: '', records: [] };
    };
  const context: LineContext = {
    user: factory.admin({ clearanceLevel: 5 }),
    locked: false,
    viewedAs: null,
    here: '/',
    navigate: noted('navigate'),
    viewAs: noted('viewAs'),
    logout: noted('logout'),
    setTheme: noted('setTheme'),
    openKeys: noted('openKeys'),
    askLock: noted('askLock'),
    open: noted('open'),
    find: noted('find'),
    ...more,
  };
  return { answer: line.run?.(context), calls };
}

test.each([
  ['open DOC-3FA9C1', ['open', { label: '3fa9c1' }]],
  [':OPEN doc-3fa9c1', ['open', { label: '3fa9c1' }]],
  ['find eleven  seconds ', ['find', 'eleven  seconds']],
  ['search the stairs', ['find', 'the stairs']],
  ['goto documents', ['navigate', '/documents']],
  ['goto /Admin', ['navigate', '/admin']],
  ['goto audit', ['navigate', '/audit-logs']],
  ['Documents', ['navigate', '/documents']],
  ['theme amber-crt', ['setTheme', 'amber-crt']],
  ['theme amber', ['setTheme', 'amber-crt']],
  ['theme Default', ['setTheme', 'green-matrix']],
  ['lock', ['askLock', true]],
  ['view as level 2', ['viewAs', 2]],
  [':View As 5', ['viewAs', 5]],
  ['logout', ['logout']],
])('%p runs its command', (line, call) => {
  expect(run(readLine(line)).calls).toEqual([call]);
});

test.each([
  ['home', 'YOU ARE ALREADY HERE: Main terminal.', {}],
  ['goto admin', 'ACCESS DENIED. Administrators only.', { user: factory.user() }],
  [': Unlock now', 'THE SITE IS NOT LOCKED.', {}],
  ['lock', 'ACCESS DENIED. Administrators only.', { user: factory.user() }],
  ['view as yourself', 'YOU ARE VIEWING AS YOURSELF.', {}],
  ['view as 5', 'LEVEL 5 IS ABOVE YOUR OWN.', { user: factory.admin({ clearanceLevel: 4 }) }],
])('%p answers %p', (line, answer, more) => {
  expect(run(readLine(line), more)).toEqual({ answer, calls: [] });
});

test.each([
  ['open', 'Name a record: open DOC-3FA9C1'],
  ['open the door', 'Name a record: open DOC-3FA9C1'],
  ['find', 'Enter what to find: find <text>'],
  ['view as 6', 'Name a level: view as level 2, or view as yourself'],
  ['view', 'Name a level: view as level 2, or view as yourself'],
  ['theme', 'Name a theme: green-matrix, dark, amber-crt, blue-steel'],
  ['theme lockdown', 'Name a theme: green-matrix, dark, amber-crt, blue-steel'],
  ['', ''],
  ['  :  ', ''],
])('%p shows its usage', (line, usage) => {
  expect(readLine(line)).toEqual({ usage });
});

test.each(['reboot', 'documents now'])('%p is not a command', (line) => {
  expect(readLine(line)).toEqual({ words: line });
});

const reader = factory.user({ clearanceLevel: 3 });

test.each(['goto', 'goto nowhere', 'goto constructor'])(
  '%p lists the screens offered to the user',
  (line) => {
    const { answer } = run(readLine(line), { user: reader });
    expect(answer).toMatch(/^Name a place: goto home, documents/);
    expect(answer).not.toContain('admin');
    expect(run(readLine(line)).answer).toContain('admin');
  },
);

test('help lists what the user may use', () => {
  const administrators = ['lock', 'unlock', 'view as level 2'];
  for (const verb of administrators) {
    expect(helpText(factory.admin()).split(' | ')).toContain(verb);
    expect(helpText(reader).split(' | ')).not.toContain(verb);
  }
  expect(helpText(reader)).toMatch(/goto <home, documents/);
  expect(helpText(reader)).not.toContain('admin');
  expect(run(readLine('help me'), { user: reader }).answer).toBe(helpText(reader));
});

const withKeys = (keys: string) => commands.find((command) => command.keys === keys);

test('no two commands have the same keys', () => {
  const keys = commands.flatMap((command) => command.keys ?? []);
  expect(new Set(keys).size).toBe(keys.length);
});

test('g n opens the notifications for everyone who has any, and analytics has keys of its own', () => {
  expect(withKeys('g n')?.label).toBe('News');
  expect(withKeys('g y')?.label).toBe('Analytics');
  const offered = (user: Parameters<typeof availableCommands>[0]) =>
    availableCommands(user).some(({ id }) => id === 'goto-news');
  expect([factory.user(), factory.admin(), factory.emergency(), null].map(offered)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
