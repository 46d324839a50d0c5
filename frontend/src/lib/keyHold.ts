/** Says, at the moment of a key press, whether something that was asked for is not on screen yet. */
type IsComing = () => boolean;

const layers = new Set<IsComing>();
const screens = new Set<IsComing>();

function register(all: Set<IsComing>, isComing: IsComing): () => void {
  all.add(isComing);
  return () => {
    all.delete(isComing);
  };
}

/** Names a layer that may have been asked for (a dialog, the palette). Returns a function that takes it back. */
export function holdForLayer(isComing: IsComing): () => void {
  return register(layers, isComing);
}

/** Names a screen that may have been asked for. Returns a function that takes it back. */
export function holdForScreen(isComing: IsComing): () => void {
  return register(screens, isComing);
}

/** Whether a layer was asked for and not closed since. It may be on screen already. */
export function isLayerWanted(): boolean {
  return [...layers].some((isComing) => isComing());
}

/** Whether the screen that was asked for last is not there yet, so that the page still shows the one before. */
export function isScreenComing(): boolean {
  return [...screens].some((isComing) => isComing());
}
