// Merges two bills of materials in the CycloneDX format: `node scripts/sbom.mjs CRATES CLIENT`. Prints one for the
// program with the components of both, without values that differ between builds.
import { readFile } from 'node:fs/promises';

const [, , crates, client] = process.argv;
if (crates === undefined || client === undefined) throw new Error('usage: sbom.mjs CRATES CLIENT');

const [program, browser] = await Promise.all(
  [crates, client].map(async (file) => JSON.parse(await readFile(file, 'utf8'))),
);
// The timestamp is that of the sources.
const time = new Date(Number(process.env.SOURCE_DATE_EPOCH ?? 0) * 1000).toISOString();
// Crates of this project are named by their folder.
const folder = `file://${process.cwd()}`;
const text = JSON.stringify(
  {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { timestamp: time, component: program.metadata.component },
    components: [...program.components, ...browser.components],
    dependencies: [...(program.dependencies ?? []), ...(browser.dependencies ?? [])],
  },
  null,
  2,
);
console.log(text.replaceAll(folder, 'file:///facility'));
