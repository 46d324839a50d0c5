import { decodeText } from './decodeText';

const text = 'Café – it’s\r\nopen';

function utf16(written: string, mark: string, isBig: boolean): Uint8Array {
  const bytes = new Uint8Array(Buffer.from(mark + written, 'utf16le'));
  return isBig ? bytes.map((_, at) => bytes[at ^ 1] ?? 0) : bytes;
}

test.each([
  ['utf-8', new Uint8Array(Buffer.from(text))],
  ['utf-8', new Uint8Array(Buffer.from(`\uFEFF${text}`))],
  ['utf-16le', utf16(text, '\uFEFF', false)],
  ['utf-16be', utf16(text, '\uFEFF', true)],
  ['utf-16le', utf16(text, '', false)],
  ['utf-16be', utf16(text, '', true)],
])('text in %s is decoded', (encoding, bytes) => {
  expect(decodeText(bytes)).toEqual({ text, encoding });
});

test('bytes that are not UTF-8 are read as windows-1252', () => {
  // Without bytes 80 to 9F, which some versions of Node.js decode as Latin-1.
  const bytes = new Uint8Array(Buffer.from('Caf\xe9 \xabNord\xbb', 'latin1'));
  expect(decodeText(bytes)).toEqual({ text: 'Café «Nord»', encoding: 'windows-1252' });
});
