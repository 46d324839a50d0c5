import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const { color, font, media } = theme;

const Box = styled.article`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 320px;
  gap: 16px 24px;
  padding: 20px 12px;
  border-top: 1px dashed ${color.hair};

  ${media.belowTablet} {
    grid-template-columns: minmax(0, 1fr);
  }

  ${media.phone} {
    padding: 20px 4px;
  }
`;

const Matter = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  align-content: start;
`;

const Title = styled.h3`
  font: 600 16px/24px ${font.text};
  color: ${color.bright};
`;

const Meta = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0 12px;
  align-items: center;
  font: ${font.dense};
  color: ${color.muted};
`;

const Body = styled.div`
  font: ${font.dense};
  color: ${color.text};
  max-width: 76ch;
`;

const Decision = styled.div`
  border-left: 1px solid ${color.hair};
  padding-left: 24px;
  align-self: start;

  ${media.belowTablet} {
    border-left: 0;
    padding-left: 0;
  }
`;

interface CaseRowProps {
  readonly title: ReactNode;
  /** Short facts in one line: id, category, author, date. */
  readonly meta: ReactNode;
  /** What has to be read before deciding. */
  readonly children: ReactNode;
  /** Where the decision is made: at the right, and below on narrow screens. */
  readonly decision: ReactNode;
}

/** A record that waits for somebody's decision: the matter at the left, the decision at the right. */
export function CaseRow({ title, meta, children, decision }: CaseRowProps) {
  return (
    <Box>
      <Matter>
        <Title>{title}</Title>
        <Meta>{meta}</Meta>
        <Body>{children}</Body>
      </Matter>
      <Decision>{decision}</Decision>
    </Box>
  );
}
