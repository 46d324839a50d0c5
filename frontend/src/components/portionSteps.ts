import type { Child, Element, Root } from './markdownTree';

/** Elements for passages within lines. */
export const withheldTag = 'withheld-words';
export const levelTag = 'words-of-level';

function element(tagName: string, level: string, children: Child[]): Element {
  return { type: 'element', tagName, properties: { dataLevel: level }, children };
}

/** A text split at the placeholders: texts, and placeholders such as `w4`. */
function cut(value: string, pattern: RegExp): readonly { readonly mark?: string; readonly text?: string }[] {
  return value.split(pattern).map((part, index) => (index % 2 === 1 ? { mark: part } : { text: part }));
}

/** Collects the children of one node: what is between a start and its end goes into an element of its own. */
function collector() {
  const out: Child[] = [];
  let open: { readonly level: string; readonly children: Child[] } | null = null;
  const close = () => {
    if (open === null) return;
    out.push(element(levelTag, open.level, open.children));
    open = null;
  };
  return {
    add: (child: Child) => {
      (open?.children ?? out).push(child);
    },
    mark: (mark: string) => {
      const [kind, level] = [mark.charAt(0), mark.charAt(1)];
      if (kind === 'w') (open?.children ?? out).push(element(withheldTag, level, []));
      else close();
      if (kind === 's') open = { level, children: [] };
    },
    end: () => {
      close();
      return out;
    },
  };
}

/**
 * Replaces the placeholders of passages within lines by elements. If Markdown has put the start and end of a readable
 * passage into different elements, only the part in the first is framed; no text is ever hidden here.
 */
export function placePortions(pattern: RegExp) {
  const place = (parent: Element | Root) => {
    const collected = collector();
    for (const node of parent.children as Child[]) {
      if (node.type === 'element') place(node);
      if (node.type !== 'text') collected.add(node);
      else
        for (const { mark, text } of cut(node.value, pattern)) {
          if (mark !== undefined) collected.mark(mark);
          else if (text !== undefined && text !== '') collected.add({ type: 'text', value: text });
        }
    }
    parent.children = collected.end();
  };
  return (tree: Root): void => place(tree);
}
