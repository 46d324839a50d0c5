import type { Facility } from './facility';
import { test as base } from './fixtures';
import { setScene, type Scene } from './scene';
import { patient } from './slow';

const scenes = new WeakMap<Facility, Promise<Scene>>();

/** The scene of a server, which is set up once. */
function sceneOf(facility: Facility): Promise<Scene> {
  const known = scenes.get(facility) ?? setScene(facility);
  scenes.set(facility, known);
  return known;
}

/** `test` on a server with the scene. */
export const test = base.extend<{ readonly scene: Scene }>({
  scene: [
    async ({ facility }, use) => {
      await use(await sceneOf(facility));
    },
    { auto: true, timeout: patient(60_000) },
  ],
});
