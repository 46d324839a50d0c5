import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chunkList } from './webpack.config.mjs';

const here = import.meta.dirname;

/** Limit for the scripts of any screen's first load together, gzipped, in KB. */
const goal = 190;

/**
 * Every screen of the router: its named `import()` and the limit for its first load in KB. The files of each name are
 * read from the build.
 */
const screens = {
  '/': ['page-home', 174],
  '/auth': ['page-auth', 168],
  '/2fa': ['page-2fa', 167],
  '/documents': ['page-documents', 181],
  '/documents/:id': ['page-document', 177],
  '/documents/:id/edit': ['page-document-edit', 188],
  '/documents/:id/history': ['page-document-history', 175],
  '/templates': ['page-templates', 173],
  '/submission': ['page-submission', 188],
  '/drafts': ['page-drafts', 173],
  '/documents/draft/:id/edit': ['page-draft', 186],
  '/archive': ['page-archive', 177],
  '/admin/archive-requests': ['page-archive-requests', 181],
  '/settings': ['page-settings', 171],
  '/admin': ['page-admin', 190],
  '/admin/analytics': ['page-analytics', 164],
  '/admin/mail': ['page-mail', 170],
  '/admin/sync': ['page-sync', 171],
  '/security-monitoring': ['page-monitoring', 165],
  '/audit-logs': ['page-audit', 175],
};

/** Code that is loaded after the first paint, with dependencies that no screen has loaded already. */
const parts = {
  markdown: '70 KB',
  editor: '8 KB',
  layers: '28 KB',
  palette: '29 KB',
  tooltip: '2 KB',
  lightbox: '29 KB',
  'picture-rows': '8 KB',
  'file-rows': '10 KB',
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

const entry = [...new Set(['boot', 'main'].flatMap(filesOf))];

const limited = new Set(Object.values(screens).map(([part]) => part));
const forgotten = Object.keys(chunks).filter((name) => name.startsWith('page-') && !limited.has(name));
if (forgotten.length > 0) throw new Error(`No limit in .size-limit.mjs for ${forgotten.join(', ')}.`);

export default [
  ...Object.entries(screens).map(([name, [part, limit]]) => ({
    name: `First load of ${name}`,
    path: [...entry, ...filesOf(part).filter((file) => !entry.includes(file))],
    gzip: true,
    limit: `${Math.min(limit, goal)} KB`,
  })),
  ...Object.entries(parts).map(([name, limit]) => ({
    name: `Later: ${name}`,
    path: filesOf(name).filter((file) => !entry.includes(file)),
    gzip: true,
    limit,
  })),
  // No visitor loads them all; the limit only reveals large additions.
  { name: 'All scripts', path: 'dist/assets/*.js', gzip: true, limit: '706 KB' },
  { name: 'Fonts', path: 'dist/assets/*.woff2', gzip: false, limit: '50 KB' },
];
