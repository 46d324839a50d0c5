/**
 * Page translation and some browser extensions wrap text nodes in elements of their own or replace them. React keeps
 * its references to the original nodes: removing such a node throws and the screen fails, and an update of it is never
 * shown. This module patches the two DOM methods that React uses, so that they act on the wrapper or replacement.
 */

/** The element that replaced a text node. */
const substitutes = new WeakMap<Node, ChildNode>();

/**
 * The child of `parent` that now represents `node`: the node itself, its wrapper or its replacement; `null` if it is
 * gone.
 */
function currentNode(parent: Node, node: Node): Node | null {
  let at: Node | null = parent.contains(node) ? node : (substitutes.get(node) ?? null);
  while (at !== null && at.parentNode !== parent) at = at.parentNode;
  return at;
}

const isSubstitute = (node: Node | null): node is HTMLElement => node?.nodeName === 'FONT';

/**
 * Records which text nodes were replaced. When React changes a replaced node, it is put back, until it is translated
 * again.
 */
function watch(root: Node): () => void {
  const restore = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const substitute = substitutes.get(target);
      if (substitute === undefined) continue;
      substitutes.delete(target);
      substitute.replaceWith(target);
    }
  });
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of changes)
      for (const removed of removedNodes) {
        if (removed.nodeType !== Node.TEXT_NODE || removed.isConnected) continue;
        const substitute = [...addedNodes, previousSibling, nextSibling].find(isSubstitute);
        if (substitute?.parentNode !== target) continue;
        substitutes.set(removed, substitute);
        restore.observe(removed, { characterData: true });
      }
  });
  observer.observe(root, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    restore.disconnect();
  };
}

/** Keeps React working while other code changes its nodes. Returns a function that stops it. */
export function tolerateForeignNodes(root: Node): () => void {
  const { prototype } = Node;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called on the node at hand
  const { removeChild, insertBefore } = prototype;
  prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return removeChild.call(this, child) as Child;
    const there = currentNode(this, child);
    const isInside = this.contains(child);
    if (isInside) child.parentNode?.removeChild(child);
    // The wrapper may contain other nodes too.
    if (there !== null && (!isInside || there.textContent === '')) removeChild.call(this, there);
    return child;
  };
  prototype.insertBefore = function <Child extends Node>(
    this: Node,
    node: Child,
    before: Node | null | undefined,
  ): Child {
    // Some libraries pass `undefined`, which means the end.
    const isInPlace = before === null || before === undefined || before.parentNode === this;
    const place = isInPlace ? (before ?? null) : currentNode(this, before);
    return insertBefore.call(this, node, place) as Child;
  };
  const leave = watch(root);
  return () => {
    leave();
    Object.assign(prototype, { removeChild, insertBefore });
  };
}
