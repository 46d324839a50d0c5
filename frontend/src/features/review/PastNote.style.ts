import styled from '@emotion/styled';
import { lineMixin } from '@/theme/lineMixin';
import { theme } from '@/theme/theme';

const { color, font, media } = theme;

/** What came before a case, as the first thing in its text. */
export const PastNote = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 4px 24px;
  align-items: center;
  margin-bottom: 16px;
  font: 400 14px/24px ${font.text};
  color: ${color.muted};
  ${lineMixin.note}

  h2 {
    display: inline;
    font: 600 14px/24px ${font.text};
    text-transform: uppercase;
    color: ${color.warn};
  }

  h2 + p {
    display: inline;
  }

  > blockquote {
    grid-column: 1;
    margin: 0;
    color: ${color.bright};
    overflow-wrap: anywhere;
    white-space: pre-line;
  }

  > button {
    grid-column: 2;
    grid-row: 1 / 3;
  }

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;

    > button {
      grid-column: 1;
      grid-row: auto;
    }
  }
`;
