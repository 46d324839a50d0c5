/** Adds an item to a set. Returns a function that removes it. */
export function register<Item>(all: Set<Item>, item: Item): () => void {
  all.add(item);
  return () => {
    all.delete(item);
  };
}
