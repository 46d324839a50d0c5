/** Pictures in texts: `![description](file:<id>)`, or `![description|240](file:<id>)` with a width in pixels. */

/** A file that a text names. Sizes in pixels are `null` if it is no picture. */
export interface TextFile {
  readonly fileId: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly kind: 'file' | 'picture';
  readonly width: number | null;
  readonly height: number | null;
}

/** A picture that a text names, with its size in pixels. */
export interface PictureFile extends TextFile {
  readonly width: number;
  readonly height: number;
}

const noFiles: readonly TextFile[] = [];

/** An answer with a text. A server of an older version does not list its files. */
interface WithFiles {
  readonly files?: readonly TextFile[];
}

/** The files that the texts of an answer name. The same list for the same answer. */
export function filesOf(answer: WithFiles | undefined): readonly TextFile[] {
  return answer?.files ?? noFiles;
}

/** The files that the texts of several answers name. */
export function filesOfAll(...answers: readonly (WithFiles | undefined)[]): readonly TextFile[] {
  return answers.flatMap(filesOf);
}

export function isPicture(file: TextFile | undefined): file is PictureFile {
  return file?.kind === 'picture' && file.width !== null && file.height !== null;
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** Schemes of addresses of pictures: a file of this server, and an upload that is not complete. */
export const pictureSchemes = ['file', 'uploading'] as const;

const source = new RegExp(`^(?:file:(?<id>${uuid})$|(?:${pictureSchemes.join('|')}):)`);

/** The file that the address of a picture names; `null` if the picture is from elsewhere. Its id is `null` without one. */
export function fileOfSource(address: string): { readonly id: string | null } | null {
  const match = source.exec(address);
  return match === null ? null : { id: match.groups?.id ?? null };
}

/** Matches a picture of this server in a text: its words in the group `words`, its address in `source`. */
export const pictureMarks = new RegExp(
  String.raw`!\[(?<words>(?:\\.|(?!!\[)[^\\\]\n]|\](?!\())*)\]\((?<source>file:${uuid}|uploading:\d+)\)`,
  'g',
);

export interface PictureWords {
  readonly description: string;
  /** The width to show it in, in pixels; `null` for its own. */
  readonly width: number | null;
}

/** Splits the words in the brackets of a picture: `The lantern|240`. */
export function readPictureWords(words: string): PictureWords {
  const match = /^([^]*)\|\s*([1-9]\d{0,3})\s*$/.exec(words);
  if (match === null) return { description: words.trim(), width: null };
  return { description: (match[1] ?? '').trim(), width: Number(match[2]) };
}

type Rendition = 'small' | 'medium';

/** Widths of the smaller renditions that the server offers, in pixels. */
const renditions: Readonly<Record<Rendition, number>> = { small: 480, medium: 1280 };

export function pictureAddress(id: string, size?: Rendition): string {
  return `/objects/${id}${size === undefined ? '' : `?size=${size}`}`;
}

/** The renditions of a picture for `srcset`; empty if it is not wider than the smallest one. */
export function pictureSources({ fileId, width }: PictureFile): string {
  const smaller = Object.entries(renditions).filter(([, wide]) => wide < width);
  if (smaller.length === 0) return '';
  return [
    ...smaller.map(([size, wide]) => `${pictureAddress(fileId, size as Rendition)} ${wide}w`),
    `${pictureAddress(fileId)} ${width}w`,
  ].join(', ');
}
