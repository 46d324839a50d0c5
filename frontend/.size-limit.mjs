import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chunkList } from './webpack.config.mjs';

const here = import.meta.dirname;

/**
 * Every screen of the router, the named `import()`s whose code it shows with, and the most its scripts may weigh
 * together, gzipped. The files behind the names are read from the build. A limit is about half a kilobyte above what the
 * screen needs now, so that a few bytes more do not fail.
 */
const screens = {
  '/': { parts: ['page-home'], limit: '191.5 KB' },
  '/auth': { parts: ['page-auth'], limit: '186 KB' },
  '/2fa': { parts: ['page-2fa'], limit: '185 KB' },
  '/documents': { parts: ['page-documents'], limit: '195 KB' },
  '/documents/:id': { parts: ['page-document'], limit: '193.5 KB' },
  '/documents/:id/edit': { parts: ['page-document-edit'], limit: '195.5 KB' },
  '/documents/:id/history': { parts: ['page-document-history'], limit: '192.5 KB' },
  '/templates': { parts: ['page-templates'], limit: '184 KB' },
  '/submission': { parts: ['page-submission'], limit: '201.5 KB' },
  '/drafts': { parts: ['page-drafts'], limit: '195 KB' },
  '/documents/draft/:id/edit': { parts: ['page-draft'], limit: '200.5 KB' },
  '/archive': { parts: ['page-archive'], limit: '190.5 KB' },
  '/admin/archive-requests': { parts: ['page-archive-requests'], limit: '192 KB' },
  '/settings': { parts: ['page-settings'], limit: '189 KB' },
  '/admin': { parts: ['page-admin'], limit: '200 KB' },
  '/admin/analytics': { parts: ['page-analytics'], limit: '183.5 KB' },
  '/admin/mail': { parts: ['page-mail'], limit: '188 KB' },
  '/admin/sync': { parts: ['page-sync'], limit: '187.5 KB' },
  '/security-monitoring': { parts: ['page-monitoring'], limit: '184.5 KB' },
  '/audit-logs': { parts: ['page-audit'], limit: '192.5 KB' },
};

/** What comes after the first paint, each with all it needs that no screen has brought already. */
const parts = {
  markdown: '65 KB',
  layers: '28 KB',
  palette: '29 KB',
  tooltip: '30 KB',
  plot: '26 KB',
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
  ...Object.entries(screens).map(([name, { parts: needed, limit }]) => ({
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
  { name: 'All scripts', path: 'dist/assets/*.js', gzip: true, limit: '633 KB' },
  { name: 'Fonts', path: 'dist/assets/*.woff2', gzip: false, limit: '50 KB' },
];
