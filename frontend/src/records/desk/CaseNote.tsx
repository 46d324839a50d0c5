import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const { color, font } = theme;

const Box = styled.div`
  margin-bottom: 24px;
  padding: 12px 16px 12px 20px;
  font: 400 14px/24px ${font.text};
  color: ${color.bright};
  background: ${color.raised};
  border-left: 4px solid ${color.warn};

  &:empty {
    display: none;
  }
`;

/** Says above the text what happened to a case while it was open; announced when it appears. */
export function CaseNote({ children }: { readonly children: ReactNode }) {
  return <Box role="status">{children}</Box>;
}

const Required = styled.p`
  display: grid;
  place-items: center;
  height: 72px;
  background: repeating-linear-gradient(
    to bottom,
    transparent 0 3px,
    ${color.edge} 3px 21px,
    transparent 21px 24px
  );

  > span {
    padding: 0 12px;
    font: 600 14px/24px ${font.text};
    letter-spacing: 0.08em;
    color: ${color.bright};
    background: ${color.panel};
    box-shadow: 0 0 0 1px ${color.edge};
  }
`;

/** Stands where the text of a case above the reviewer's level would be. The text is not in the page. */
export function LevelRequired({ level }: { readonly level: number }) {
  return (
    <Required>
      <span>LEVEL {level} REQUIRED</span>
    </Required>
  );
}

/** What was done with a case so far, under its text. */
export const CaseHistory = styled.div`
  margin-top: 24px;
  padding-top: 16px;
  border-top: 1px dashed ${color.hair};
`;
