import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { Link } from '@/router/Link';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';

const { color, font, media } = theme;

const Box = styled.nav`
  display: flex;
  min-height: 40px;
  border: 1px solid ${color.hair};
  font: ${font.dense};
  overflow: hidden;
`;

const cell = `
  display: flex;
  align-items: center;
  gap: 1ch;
  min-width: 0;
  min-height: 40px;
  padding: 0 12px;
  border-right: 1px solid ${color.hair};
  white-space: nowrap;
`;

const Cut = styled.span`
  overflow: hidden;
  text-overflow: ellipsis;
`;

const Cell = styled.span`
  ${cell}
  color: ${color.bright};

  ${media.phone} {
    display: none;
  }
`;

const Choice = styled(Link, omitProps('wideOnly'))<{ readonly wideOnly: boolean }>`
  ${cell}

  &:last-child {
    margin-left: auto;
    flex: none;
    border-right: 0;
    border-left: 1px solid ${color.hair};
  }

  kbd {
    color: ${color.muted};
  }

  ${media.belowWide} {
    ${({ wideOnly }) => (wideOnly ? 'display: none;' : '')}
  }

  ${media.phone} {
    kbd {
      display: none;
    }
  }
`;

interface StripBoxProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** What is at hand, and what can be gone to in its place, in one line. */
export function StripBox({ label, children }: StripBoxProps) {
  return <Box aria-label={label}>{children}</Box>;
}

export function StripCell({ children }: { readonly children: ReactNode }) {
  return (
    <Cell aria-current="true">
      <Cut>{children}</Cut>
    </Cell>
  );
}

interface StripLinkProps {
  readonly to: string;
  readonly title?: string;
  readonly hotkey?: string | null;
  /** Not in a narrow window. */
  readonly wideOnly?: boolean;
  readonly children: ReactNode;
}

export function StripLink({ wideOnly = false, hotkey = null, children, ...rest }: StripLinkProps) {
  return (
    <Choice wideOnly={wideOnly} {...rest}>
      <Cut>{children}</Cut>
      {hotkey !== null && <kbd>{hotkey}</kbd>}
    </Choice>
  );
}
