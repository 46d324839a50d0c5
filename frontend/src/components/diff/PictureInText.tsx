import styled from '@emotion/styled';
import { fileOfSource, readPictureWords } from '@/lib/pictures';
import { Picture } from '../picture/Picture';

const Thumb = styled.span`
  display: inline-grid;
  gap: 4px;
  max-width: 100%;
  padding: 4px;
  vertical-align: top;
`;

export interface PictureInTextProps {
  readonly words: string;
  readonly source: string;
}

/** A picture with its words: its description, and its width if it has one. */
export function PictureInText({ words, source }: PictureInTextProps) {
  const { description, width } = readPictureWords(words.replaceAll(/\\(?=[^\w\s])/g, ''));
  const id = fileOfSource(source)?.id ?? '';
  return (
    <Thumb>
      <Picture id={id} description={description} width={null} hasCaption />
      <span>
        {description}
        {width !== null && ` | ${width}`}
      </span>
    </Thumb>
  );
}
