import { fileOfSource, readPictureWords } from '@/lib/pictures';
import type { Child, Element, Root } from '../markdownTree';

/** The element of a picture. Only this step creates it, so nothing written in a text can. */
export const pictureTag = 'file-picture';

/** Elements in which a picture is a figure; elsewhere it is part of a line. */
const ofBlocks = new Set(['blockquote', 'dd', 'div', 'li', 'section', 'td', 'th']);

function isElement(node: Child | undefined, tagName: string): node is Element {
  return node?.type === 'element' && node.tagName === tagName;
}

function isBlank(node: Child): boolean {
  return isElement(node, 'br') || (node.type === 'text' && node.value.trim() === '');
}

/** A part of a paragraph in a paragraph of its own, without blanks at its ends; none if nothing is left. */
function paragraphOf(paragraph: Element, part: readonly Child[]): readonly Element[] {
  const first = part.findIndex((node) => !isBlank(node));
  if (first < 0) return [];
  const children = part.slice(first, part.findLastIndex((node) => !isBlank(node)) + 1);
  const { position } = children[0] ?? paragraph;
  return [{ ...paragraph, children, ...(position !== undefined && { position }) }];
}

/** A picture with its caption. */
function figureOf(picture: Element): Element {
  const { dataDescription, dataWidth } = picture.properties;
  const hasCaption = dataDescription !== '';
  if (hasCaption) picture.properties.dataCaptioned = '';
  const caption: Element = {
    type: 'element',
    tagName: 'figcaption',
    properties: { dir: 'auto' },
    children: [{ type: 'text', value: String(dataDescription) }],
  };
  return {
    type: 'element',
    tagName: 'figure',
    properties: dataWidth === undefined ? {} : { dataSized: '' },
    children: hasCaption ? [picture, caption] : [picture],
    ...(picture.position !== undefined && { position: picture.position }),
  };
}

/** Takes the pictures of a paragraph out of it: the words before and after are paragraphs of their own. */
function splitParagraph(paragraph: Element): readonly Element[] {
  const parts: Element[] = [];
  let open: Child[] = [];
  for (const node of paragraph.children) {
    if (!isElement(node, pictureTag)) {
      open.push(node);
      continue;
    }
    parts.push(...paragraphOf(paragraph, open), figureOf(node));
    open = [];
  }
  return [...parts, ...paragraphOf(paragraph, open)];
}

/**
 * Turns images that are files of this server into pictures: figures between paragraphs and in lists and tables, and
 * pictures without a caption within lines. `marks` match the placeholders of passages, which a description cannot have.
 */
export function placePictures(marks: RegExp) {
  const pictureOf = ({ properties: { src, alt }, position }: Element, isInLink: boolean): Element | null => {
    const file = typeof src === 'string' ? fileOfSource(src) : null;
    if (file === null) return null;
    const { description, width } = readPictureWords(
      (typeof alt === 'string' ? alt : '').replaceAll(marks, ''),
    );
    return {
      type: 'element',
      tagName: pictureTag,
      properties: {
        dataFile: file.id ?? '',
        dataSource: src,
        dataDescription: description,
        ...(width !== null && { dataWidth: String(width) }),
        ...(isInLink && { dataStill: '' }),
      },
      children: [],
      ...(position !== undefined && { position }),
    };
  };
  const place = (parent: Element | Root, isInLink: boolean) => {
    const isOfBlocks = parent.type === 'element' && ofBlocks.has(parent.tagName);
    parent.children = (parent.children as Child[]).flatMap((node): Child[] => {
      if (node.type !== 'element') return [node];
      if (node.tagName === 'img') {
        const picture = pictureOf(node, isInLink);
        if (picture === null) return [node];
        return [isOfBlocks ? figureOf(picture) : picture];
      }
      place(node, isInLink || node.tagName === 'a');
      const isSplit = node.tagName === 'p' && node.children.some((child) => isElement(child, pictureTag));
      return isSplit ? [...splitParagraph(node)] : [node];
    });
  };
  return (tree: Root): void => place(tree, false);
}
