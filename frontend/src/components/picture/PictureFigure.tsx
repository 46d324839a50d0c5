import type { ReactNode } from 'react';
import type { ExtraProps } from 'react-markdown';
import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const { color, font } = theme;

const Figure = styled.figure`
  figcaption {
    margin-top: 4px;
    font: ${font.dense};
    color: ${color.muted};
    overflow-wrap: anywhere;
  }
`;

/** A picture of a text with its caption. */
export function PictureFigure({ node, children }: ExtraProps & { readonly children?: ReactNode }) {
  const { dataSized, dataLine } = node?.properties ?? {};
  return (
    <Figure data-sized={dataSized as string | undefined} data-line={dataLine as string | undefined}>
      {children}
    </Figure>
  );
}
