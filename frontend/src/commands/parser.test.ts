import { helpText, parseCommand, type ParsedCommand } from './parser';

const table: readonly (readonly [string, ParsedCommand])[] = [
  ['', { kind: 'empty' }],
  ['  :  ', { kind: 'empty' }],
  ['open DOC-3FA9C1', { kind: 'open', reference: { label: '3fa9c1' } }],
  [':OPEN doc-3fa9c1', { kind: 'open', reference: { label: '3fa9c1' } }],
  ['open', { kind: 'usage', message: 'Name a record: open DOC-3FA9C1' }],
  ['open the door', { kind: 'usage', message: 'Name a record: open DOC-3FA9C1' }],
  ['find eleven  seconds ', { kind: 'find', text: 'eleven  seconds' }],
  ['search the stairs', { kind: 'find', text: 'the stairs' }],
  ['find', { kind: 'usage', message: 'Enter what to find: find <text>' }],
  ['goto documents', { kind: 'goto', place: 'documents' }],
  ['goto /Admin', { kind: 'goto', place: 'admin' }],
  ['goto audit', { kind: 'goto', place: 'auditLogs' }],
  ['home', { kind: 'goto', place: 'home' }],
  ['Documents', { kind: 'goto', place: 'documents' }],
  ['documents now', { kind: 'unknown' }],
  ['theme amber-crt', { kind: 'theme', theme: 'amber-crt' }],
  ['theme amber', { kind: 'theme', theme: 'amber-crt' }],
  ['theme Default', { kind: 'theme', theme: 'green-matrix' }],
  ['lock', { kind: 'lock', locked: true }],
  [': Unlock now', { kind: 'lock', locked: false }],
  ['view as level 2', { kind: 'view', level: 2 }],
  [':View As 5', { kind: 'view', level: 5 }],
  ['view as yourself', { kind: 'view', level: null }],
  ['view as 6', { kind: 'usage', message: 'Name a level: view as level 2, or view as yourself' }],
  ['view', { kind: 'usage', message: 'Name a level: view as level 2, or view as yourself' }],
  ['logout', { kind: 'logout' }],
  ['help me', { kind: 'help', about: 'commands' }],
  ['reboot', { kind: 'unknown' }],
];

test.each(table)('%p', (line, expected) => {
  expect(parseCommand(line)).toEqual(expected);
});

test.each(['goto', 'goto nowhere', 'goto constructor'])('%p asks for a place', (line) => {
  expect(parseCommand(line)).toEqual({ kind: 'help', about: 'places' });
});

test.each(['theme', 'theme lockdown', 'theme pink'])('%p names the themes', (line) => {
  expect(parseCommand(line)).toEqual({
    kind: 'usage',
    message: 'Name a theme: green-matrix, dark, amber-crt, blue-steel',
  });
});

const reader = { id: 'm', isAdmin: false, isApproved: true, clearanceLevel: 3 };

test('only the places that are offered to somebody are named', () => {
  expect(helpText(reader, 'places')).toMatch(/^Name a place: goto home, documents/);
  expect(helpText(reader, 'places')).not.toContain('admin');
  expect(helpText({ ...reader, isAdmin: true }, 'places')).toContain('admin');
});

test('help names what somebody may use', () => {
  const administrators = ['lock', 'unlock', 'view as level 2'];
  for (const verb of administrators) {
    expect(helpText({ ...reader, isAdmin: true }).split(' | ')).toContain(verb);
    expect(helpText(reader).split(' | ')).not.toContain(verb);
  }
  expect(helpText(reader)).toMatch(/goto <home, documents/);
  expect(helpText(reader)).not.toContain('admin');
});
