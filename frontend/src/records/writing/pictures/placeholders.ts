/**
 * Pictures in a text that is being written. Until a picture is uploaded, `![name](uploading:2)` takes its place.
 * The text itself is the only record of descriptions: they can be changed in it and beside it.
 */
import { pictureMarks, readPictureWords } from '@/lib/pictures';

/** A change of a text, in positions of the text before it. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A picture in a text with the words in its brackets as written. */
interface WrittenPicture {
  readonly start: number;
  readonly end: number;
  readonly words: string;
  readonly source: string;
}

const placeholder = (number: number) => `uploading:${number}`;

/** The address of a file in a text. */
export const sourceOf = (upload: { readonly number: number; readonly fileId: string | null }) =>
  upload.fileId === null ? placeholder(upload.number) : `file:${upload.fileId}`;

function picturesIn(text: string): readonly WrittenPicture[] {
  return [...text.matchAll(pictureMarks)].map(({ 0: mark, index, groups }) => ({
    start: index,
    end: index + mark.length,
    words: groups?.words ?? '',
    source: groups?.source ?? '',
  }));
}

const withSource = (text: string, source: string) =>
  picturesIn(text).filter((picture) => picture.source === source);

export function isPlaced(text: string, source: string): boolean {
  return withSource(text, source).length > 0;
}

/** Characters that would end a description or format it. */
const special = /[\\[\]`*<]/g;

function escape(words: string): string {
  return words.replaceAll(/\s+/g, ' ').replaceAll(special, String.raw`\$&`);
}

function unescape(words: string): string {
  return words.replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '');
}

/** The name of a file as words of a placeholder. */
export function placeholderName(fileName: string): string {
  const name = fileName.replaceAll(/[\\[\]`*<>|{}\s]+/g, ' ').trim();
  return name === '' ? 'picture' : name;
}

function mark(words: string, width: number | null, source: string): string {
  return `![${words}${width === null ? '' : `|${width}`}](${source})`;
}

export function placeholderOf(name: string, number: number): string {
  return mark(name, null, placeholder(number));
}

export function pictureOf(description: string, fileId: string): string {
  return mark(escape(description), null, `file:${fileId}`);
}

/** A number that no placeholder in the text has, including those left by an earlier visit. */
export function nextNumber(text: string, last: number): number {
  const used = [...text.matchAll(/\(uploading:(\d{1,9})\)/g)].map((match) => Number(match[1]));
  return Math.max(last, ...used) + 1;
}

/**
 * The description of a picture in the text; empty if the text has only the name of its file, and `null` if it does not
 * have the picture.
 */
export function descriptionIn(text: string, source: string, name: string): string | null {
  const [picture] = withSource(text, source);
  if (picture === undefined) return null;
  const { description } = readPictureWords(unescape(picture.words));
  return source.startsWith('uploading:') && description === name ? '' : description;
}

/** Changes the description of a picture wherever the text has it. Without one, a placeholder shows its name. */
export function describe(
  text: string,
  source: string,
  description: string,
  name: string,
): readonly TextEdit[] {
  const isNamed = description === '' && source.startsWith('uploading:');
  return withSource(text, source).map(({ start, end, words }) => ({
    start,
    end,
    text: mark(isNamed ? name : escape(description), readPictureWords(words).width, source),
  }));
}

/** Replaces the placeholder with the file, wherever it is now. The file name does not become the description. */
export function complete(text: string, number: number, name: string, fileId: string): readonly TextEdit[] {
  return withSource(text, placeholder(number)).map(({ start, end, words }) => {
    const { description, width } = readPictureWords(words);
    return { start, end, text: mark(description === name ? '' : description, width, `file:${fileId}`) };
  });
}

/** Removes a picture from the text, with its line if that has no other words. */
export function removal(text: string, source: string): readonly TextEdit[] {
  return withSource(text, source).map(({ start, end }) => {
    const isLine =
      (start === 0 || text[start - 1] === '\n') && text[end] === '\n' && text[end + 1] !== undefined;
    return { start, end: isLine ? end + 1 : end, text: '' };
  });
}

/** Number of pictures in the text without a description. */
export function countUndescribed(text: string): number {
  return picturesIn(text).filter(
    ({ words, source }) => source.startsWith('file:') && readPictureWords(words).description === '',
  ).length;
}

export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return [...edits]
    .reverse()
    .reduce((changed, edit) => changed.slice(0, edit.start) + edit.text + changed.slice(edit.end), text);
}
