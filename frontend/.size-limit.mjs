import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chunkList } from './webpack.config.mjs';

const here = import.meta.dirname;

/** The most that the scripts of a screen's first load may weigh together, gzipped. */
const goal = '196 KB';

/**
 * Every screen of the router, and the named `import()`s whose code it shows with. The files behind the names are read from
 * the build. Eleven screens are above the goal, by what cannot come later: the desk and its decision bar, the forms, which keep
 * what somebody types from the first key, and lists that print whole.
 */
const screens = {
  '/': { parts: ['page-home'], limit: '199 KB' },
  '/auth': { parts: ['page-auth'] },
  '/2fa': { parts: ['page-2fa'] },
  '/documents': { parts: ['page-documents'], limit: '203 KB' },
  '/documents/:id': { parts: ['page-document'], limit: '200 KB' },
  '/documents/:id/edit': { parts: ['page-document-edit'], limit: '206 KB' },
  '/documents/:id/history': { parts: ['page-document-history'], limit: '197 KB' },
  '/templates': { parts: ['page-templates'] },
  '/submission': { parts: ['page-submission'], limit: '210 KB' },
  '/drafts': { parts: ['page-drafts'] },
  '/documents/draft/:id/edit': { parts: ['page-draft'], limit: '208 KB' },
  '/archive': { parts: ['page-archive'], limit: '201 KB' },
  '/admin/archive-requests': { parts: ['page-archive-requests'], limit: '202 KB' },
  '/settings': { parts: ['page-settings'] },
  '/admin': { parts: ['page-admin'], limit: '213 KB' },
  '/admin/analytics': { parts: ['page-analytics'] },
  '/admin/mail': { parts: ['page-mail'] },
  '/admin/sync': { parts: ['page-sync'] },
  '/security-monitoring': { parts: ['page-monitoring'] },
  '/audit-logs': { parts: ['page-audit'], limit: '199 KB' },
};

/** What comes after the first paint, each with all it needs that no screen has brought already. */
const parts = {
  markdown: '67 KB',
  layers: '28 KB',
  palette: '29 KB',
  tooltip: '2 KB',
  plot: '25 KB',
  'windowed-rows': '13 KB',
};

if (!existsSync(chunkList)) throw new Error('Nothing is built: run `npm run build` first.');
const chunks = JSON.parse(readFileSync(chunkList, 'utf8'));

function filesOf(name) {
  const files = chunks[name];
  if (files === undefined) throw new Error(`The build has no "${name}".`);
  for (const file of files) {
    if (!existsSync(path.join(here, 'dist', file)))
      throw new Error(`dist/${file} is missing: run \`npm run build\`.`);
  }
  return files.map((file) => `dist/${file}`);
}

const together = (names) => [...new Set(names.flatMap(filesOf))];
const entry = together(['boot', 'main']);

const limited = new Set(Object.values(screens).flatMap((screen) => screen.parts));
const forgotten = Object.keys(chunks).filter((name) => name.startsWith('page-') && !limited.has(name));
if (forgotten.length > 0) throw new Error(`No limit in .size-limit.mjs for ${forgotten.join(', ')}.`);

export default [
  ...Object.entries(screens).map(([name, { parts: needed, limit = goal }]) => ({
    name: `First load of ${name}`,
    path: [...entry, ...together(needed).filter((file) => !entry.includes(file))],
    gzip: true,
    limit,
  })),
  ...Object.entries(parts).map(([name, limit]) => ({
    name: `Later: ${name}`,
    path: filesOf(name).filter((file) => !entry.includes(file)),
    gzip: true,
    limit,
  })),
  // Nobody loads them all; this only tells when something large came in.
  { name: 'All scripts', path: 'dist/assets/*.js', gzip: true, limit: '690 KB' },
  { name: 'Fonts', path: 'dist/assets/*.woff2', gzip: false, limit: '50 KB' },
];
