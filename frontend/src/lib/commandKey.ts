/** Whether shortcuts use the command key instead of Ctrl. */
const usesCommandKey = /mac|iphone|ipad/i.test(navigator.platform);

interface Press {
  readonly key: string;
  /** The pressed modifiers, such as `ctrl+shift`. */
  readonly modifiers: string;
}

/** Whether a key is a shortcut such as `Ctrl Shift F`; on a Mac, with the command key. */
export function isPressed({ key, modifiers }: Press, shortcut: string): boolean {
  const keys = shortcut.toLowerCase().split(' ');
  const held = keys.slice(0, -1).join('+');
  return (
    key.toLowerCase() === keys.at(-1) && modifiers === (usesCommandKey ? held.replace('ctrl', 'meta') : held)
  );
}

interface KeyEvent {
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** The modifiers of an event, in a fixed order: `ctrl+meta+alt+shift`. */
export function modifiersOf({ ctrlKey, metaKey, altKey, shiftKey }: KeyEvent): string {
  const held = [ctrlKey && 'ctrl', metaKey && 'meta', altKey && 'alt', shiftKey && 'shift'];
  return held.filter(Boolean).join('+');
}
