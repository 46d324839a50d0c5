import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '..');
const extensions = ['.ts', '.tsx', '/index.ts'];

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.d)\.tsx?$/.test(name))
  .map((name) => path.join(root, name));

/** The files that a file imports, for their types alone and later ones (`import()`) included. */
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

/** The first circle that is found, as the files on it. */
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

test('no module imports itself through others, not even for a type', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(findCircle()).toEqual([]);
});
