import { editArea, insertText } from './editArea';

const typed: string[] = [];

/** Types into the focused text area, as the browser does. */
function typeLikeABrowser(command: string, _isShown: boolean, text: string): boolean {
  const area = document.activeElement;
  if (command !== 'insertText' || !(area instanceof HTMLTextAreaElement)) return false;
  typed.push(text);
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
  return true;
}

function areaWith(value: string, caret: number): HTMLTextAreaElement {
  const area = document.createElement('textarea');
  document.body.append(area);
  area.value = value;
  area.focus();
  area.setSelectionRange(caret, caret);
  return area;
}

afterEach(() => {
  typed.splice(0);
  document.body.replaceChildren();
  Reflect.deleteProperty(document, 'execCommand');
});

describe.each([
  ['typed', typeLikeABrowser],
  ['set where the browser cannot type', undefined],
])('a text that is %s', (_how, command) => {
  beforeEach(() => {
    if (command !== undefined) Object.assign(document, { execCommand: command });
  });

  test('is inserted at the caret in one step', () => {
    const area = areaWith('One two', 4);
    insertText(area, '![a](uploading:1)\n\n![b](uploading:2) ');
    expect(area.value).toBe('One ![a](uploading:1)\n\n![b](uploading:2) two');
    expect(area.selectionStart).toBe(area.value.length - 3);
    expect(typed).toHaveLength(command === undefined ? 0 : 1);
  });

  test('replaces parts and leaves the caret at its words', () => {
    const area = areaWith('aa bb cc', 6);
    const edits = [
      { start: 0, end: 2, text: 'long' },
      { start: 3, end: 5, text: '' },
    ];
    editArea(area, edits);
    expect(area.value).toBe('long  cc');
    expect(area.value.slice(area.selectionStart)).toBe('cc');
  });

  test('does not take the focus from another field', () => {
    const area = areaWith('aa bb', 5);
    area.blur();
    const told = jest.fn();
    area.addEventListener('input', told);
    editArea(area, [{ start: 0, end: 2, text: 'cc' }]);
    expect(area.value).toBe('cc bb');
    expect(area).not.toHaveFocus();
    expect(told).toHaveBeenCalledTimes(1);
    expect(typed).toEqual([]);
  });
});
