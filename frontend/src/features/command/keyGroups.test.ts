import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as table from '@/keyboard/keys';
import { factory } from '@/testing/factories';
import { keyGroups, type KeyGroup } from './keyGroups';

const documentPath = path.join(__dirname, '../../../../docs/KEYS.md');

function section({ title, keys }: KeyGroup): string {
  const rows = keys.map(([what, key]) => `| ${what} | \`${key}\` |`);
  return [`## ${title}`, '', '| What | Keys |', '|---|---|', ...rows].join('\n');
}

/** The documentation of all keys that an administrator can use. */
function keysDocument(): string {
  const head = [
    '# Keys',
    '',
    'Every key of the terminal. `?` shows those that work for you, and switches single keys off. They do nothing in a field,',
    'in a dialog or with a modifier. `g d` is g, then d. The keys of review, of archive sections, of monitoring and of analytics',
    'are for administrators.',
    '',
    '<!-- Made from frontend/src/keyboard/keys.ts by `make openapi`. -->',
  ].join('\n');
  const groups = keyGroups(factory.user({ isAdmin: true, clearanceLevel: 5 }));
  return `${[head, ...groups.map(section)].join('\n\n')}\n`;
}

test('the documentation contains the keys of the sheet', () => {
  if (process.env.FACILITY_WRITE_KEYS !== undefined) writeFileSync(documentPath, keysDocument());
  expect(readFileSync(documentPath, 'utf8')).toBe(keysDocument());
});

test("every key of the table is on an administrator's sheet", () => {
  const shown = keyGroups(factory.user({ isAdmin: true, clearanceLevel: 5 }))
    .flatMap(({ keys }) => keys)
    .flatMap(([, keys]) => [keys, ...keys.split(' ')]);
  for (const key of Object.values(table).flatMap((part) => Object.values(part))) {
    const name = key === ' ' ? 'Space' : key;
    expect(shown).toContain(/^[A-Z]$/.test(name) ? `Shift+${name.toLowerCase()}` : name);
  }
});

test("a reader's sheet contains no key for administrators", () => {
  const titles = keyGroups(factory.user()).map(({ title }) => title);
  expect(titles).toContain('Record');
  expect(titles).not.toContain('Review');
});
