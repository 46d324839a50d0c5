import type { CDPSession, Page } from '@playwright/test';
import { expect } from './fixtures';

interface AxNode {
  readonly ignored: boolean;
  readonly name?: { readonly value?: unknown };
  readonly backendDOMNodeId?: number;
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
}

/** The complete name of an element or a pattern for it, both case-insensitive. */
type Name = string | RegExp;

function fits(wanted: Name, value: unknown): boolean {
  const name = typeof value === 'string' ? value.trim() : '';
  return typeof wanted === 'string'
    ? name.toLowerCase() === wanted.toLowerCase()
    : new RegExp(wanted.source, 'i').test(name);
}

/**
 * Uses a page as assistive technology does: it finds elements in the browser's accessibility tree by role and name, and
 * acts by default actions, focus and keyboard, without access to the markup. Names are compared without case, because
 * the tree contains the upper case that style sheets give to labels.
 */
export class AxTree {
  private constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
  ) {}

  static async of(page: Page): Promise<AxTree> {
    const session = await page.context().newCDPSession(page);
    await session.send('Accessibility.enable');
    return new AxTree(page, session);
  }

  private async find(role: string, name: Name): Promise<readonly AxNode[]> {
    const { root } = await this.session.send('DOM.getDocument', { depth: 0 });
    const { nodes } = await this.session.send('Accessibility.queryAXTree', {
      nodeId: root.nodeId,
      role,
    });
    return nodes.filter((node: AxNode) => !node.ignored && fits(name, node.name?.value));
  }

  /** Waits for exactly one element with this role and name. */
  private async one(role: string, name: Name): Promise<AxNode & { readonly backendDOMNodeId: number }> {
    let found: readonly AxNode[] = [];
    await expect
      .poll(
        async () => {
          // While a page is being replaced it has no tree.
          found = await this.find(role, name).catch(() => []);
          return found.length;
        },
        { message: `${role} ${String(name)}` },
      )
      .toBe(1);
    const [node] = found;
    if (node?.backendDOMNodeId === undefined) throw new Error(`${role} ${String(name)} is not an element.`);
    return { ...node, backendDOMNodeId: node.backendDOMNodeId };
  }

  /** Waits until an element exists; an announcement may exist twice. */
  async see(role: string, name: Name): Promise<void> {
    await expect
      .poll(async () => (await this.find(role, name).catch(() => [])).length, {
        message: `${role} ${String(name)}`,
      })
      .toBeGreaterThan(0);
  }

  /** Waits until a text exists. */
  async read(text: string): Promise<void> {
    await this.see('StaticText', text);
  }

  /** Clicks an element. Returns `false` if it is no longer on the page. */
  private async click(backendNodeId: number): Promise<boolean> {
    const { object } = await this.session.send('DOM.resolveNode', { backendNodeId });
    if (object.objectId === undefined) return false;
    const { result } = await this.session.send('Runtime.callFunctionOn', {
      objectId: object.objectId,
      // A click may remove the element.
      functionDeclaration:
        'function () { const there = this.isConnected; if (there) this.click(); return there; }',
      returnByValue: true,
    });
    return result.value === true;
  }

  /** Performs the default action of an element, as "activate" of a screen reader does. */
  async activate(role: string, name: Name): Promise<void> {
    await expect
      .poll(
        async () => {
          const { backendDOMNodeId } = await this.one(role, name);
          // The page may have replaced the element since it was found.
          return this.click(backendDOMNodeId).catch(() => false);
        },
        { message: `click ${role} ${String(name)}` },
      )
      .toBe(true);
  }

  async type(role: string, name: Name, text: string): Promise<void> {
    await expect(async () => {
      const { backendDOMNodeId } = await this.one(role, name);
      await this.session.send('DOM.focus', { backendNodeId: backendDOMNodeId });
    }).toPass();
    // As Tab does, which selects the text of a field.
    if (role === 'textbox') await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(text);
  }

  /** A property of an element, such as `disabled` or `selected`. */
  async property(role: string, name: Name, property: string): Promise<unknown> {
    const { properties = [] } = await this.one(role, name);
    return properties.find((one) => one.name === property)?.value.value;
  }
}
