import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const { color, font, length } = theme;

export const CommentBox = styled.article`
  display: grid;
  gap: 4px;
  padding: 12px 0;
  border-bottom: 1px dashed ${color.hair};
  /* Clear of the masthead. */
  scroll-margin-top: 64px;

  &[data-linked] {
    margin-inline: calc(-1 * ${length.inset});
    padding-inline: ${length.inset};
    background: ${color.raised};
    box-shadow: inset 3px 0 0 ${color.text};
  }
`;

/** The author and time of a comment, and its actions. */
export const CommentHead = styled.header`
  display: flex;
  flex-wrap: wrap;
  gap: 0 12px;
  align-items: center;
`;

/** The actions, at the end of the line. */
export const CommentActions = styled.div`
  display: flex;
  flex-wrap: wrap;
  margin-left: auto;

  @media print {
    display: none;
  }
`;

export const QuoteBox = styled.blockquote`
  margin: 0;
  padding-inline-start: 12px;
  border-inline-start: 3px solid ${color.edge};
  font: ${font.dense};
  color: ${color.muted};
  overflow-wrap: anywhere;
  white-space: pre-line;
`;

/** Replaces a quoted passage that the reader may not read. */
export const QuoteBar = styled.span`
  display: inline-block;
  padding: 0 12px;
  background: ${color.edge};
  color: ${color.void};
  letter-spacing: 0.06em;
`;
