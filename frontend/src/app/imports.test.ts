import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '..');
const extensions = ['.ts', '.tsx', '/index.ts'];

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.d)\.tsx?$/.test(name))
  .map((name) => path.join(root, name));

/** The files that a file imports, including type-only and dynamic imports. */
function importsOf(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:\bfrom |^import |\bimport\([^'()]*)'(@\/|\.\.?\/)([^']+)'/gm)].flatMap(
    ([, start, rest]) => {
      const base =
        start === '@/' ? path.join(root, rest ?? '') : path.join(path.dirname(file), `${start}${rest}`);
      return files.filter((candidate) => extensions.some((extension) => candidate === base + extension));
    },
  );
}

/** The first import cycle that is found, as a list of files. */
function findCircle(): readonly string[] {
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (file: string): readonly string[] => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return [];
    trail.push(file);
    for (const next of importsOf(file)) {
      const circle = visit(next);
      if (circle.length > 0) return circle;
    }
    trail.pop();
    done.add(file);
    return [];
  };
  for (const file of files) {
    const circle = visit(file);
    if (circle.length > 0) return circle.map((name) => path.relative(root, name));
  }
  return [];
}

test('modules have no import cycles, including type-only imports', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(findCircle()).toEqual([]);
});
