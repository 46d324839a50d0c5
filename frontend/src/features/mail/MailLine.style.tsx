import styled from '@emotion/styled';
import { ColumnHeads, LineText } from '@/components/list/DenseLine';
import { theme } from '@/theme/theme';

const { color, font, media } = theme;

export const layout = `
  grid-template-columns: 72px 88px 136px minmax(0, 1fr) 176px 56px 16px;

  ${media.screenBelowWide} {
    grid-template-columns: 72px 88px 120px minmax(0, 1fr) 16px;

    [data-cell='kind'], [data-cell='tries'] { display: none; }
  }

  ${media.phone} {
    grid-template-columns: 72px minmax(0, 1fr) auto 16px;
    column-gap: 8px;

    [data-cell='person'] { grid-column: 2; grid-row: 1; }
    [data-cell='state'] { grid-column: 3; grid-row: 1; }
    [data-cell='mark'] { grid-column: 4; grid-row: 1; }
    [data-cell='subject'] { grid-column: 1 / -1; white-space: normal; }
  }
`;

/** The text of a message, with its line breaks. */
export const MailBody = styled.div`
  padding-left: 24px;
  border-left: 1px solid ${color.hair};
  font: 400 14px/24px ${font.text};
  white-space: pre-wrap;
  overflow-wrap: anywhere;

  ${media.belowTablet} {
    padding: 8px 0 0;
    border-left: 0;
    border-top: 1px dashed ${color.hair};
  }
`;

/** The messages below their column heads. Keys move between them. */
export const MailLines = styled.div``;

export function MailHeads() {
  return (
    <ColumnHeads layout={layout}>
      <span>Time</span>
      <span>State</span>
      <span>Person</span>
      <span>Subject</span>
      <span data-cell="kind">Kind</span>
      <LineText end data-cell="tries">
        Tries
      </LineText>
      <span />
    </ColumnHeads>
  );
}
