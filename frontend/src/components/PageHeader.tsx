import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { withoutBidiControls } from '@/lib/text';
import { theme } from '@/theme/theme';
import { LinkButton, type LinkButtonProps } from './Button';
import { Marked } from './Marked';
import { omitProps } from './omitProps';

const { color, font, media } = theme;

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 24px;
  align-items: center;
  min-height: 40px;

  ${media.phone} {
    min-height: 32px;
    gap: 8px 16px;
  }
`;

/** The title, and what is said about it on the same line where there is room for it. */
const Words = styled.div`
  display: flex;
  /* Actions that do not fit beside the whole title have a line of their own. */
  flex: 1 1 auto;
  flex-wrap: wrap;
  gap: 0 24px;
  align-items: baseline;
  min-width: 0;
`;

const Title = styled('h1', omitProps('asTyped'))<{ readonly asTyped: boolean }>`
  font: ${font.title};
  letter-spacing: 0.04em;
  color: ${color.bright};
  overflow-wrap: anywhere;
  ${({ asTyped }) => (asTyped ? '' : 'text-transform: uppercase;')}

  ${media.phone} {
    font: ${font.titleSmall};
  }
`;

const Subtitle = styled.p`
  font: ${font.dense};
  color: ${color.muted};
  letter-spacing: 0.06em;
  text-transform: uppercase;
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px 12px;
  align-items: center;

  ${media.phone} {
    gap: 4px 8px;
    width: 100%;

    [data-wide] {
      flex-basis: 100%;
    }
  }
`;

/** A line of its own under the title. */
const Line = styled(Actions)`
  flex-basis: 100%;
`;

/** A way to another screen, in the head of a page. What changes something there is a button. */
export function PlaceLink(props: LinkButtonProps) {
  return <LinkButton size="sm" variant="flat" {...props} />;
}

interface PageHeaderProps {
  readonly title: string;
  /** Keeps the case of the title: it holds a name that somebody chose, or a literal. */
  readonly asTyped?: boolean;
  /** The title is a placeholder while the real one is loading, so it does not take the focus. */
  readonly busy?: boolean;
  readonly subtitle?: ReactNode;
  /** The matches of a search in the title: `[start, end]` in UTF-16 units, ascending. */
  readonly matches?: readonly (readonly number[])[];
  /** Places and buttons at the right; under the title on a phone, where what is marked `data-wide` has a line of its own. */
  readonly actions?: ReactNode;
  /** What the page is about can be switched here, on a line under the title. */
  readonly controls?: ReactNode;
}

/** The one `h1` of a screen. It takes the focus after a change of screen. */
export function PageHeader(props: PageHeaderProps) {
  const { title, asTyped = false, busy = false, subtitle, matches = [], actions, controls } = props;
  return (
    <Bar data-head>
      <Words>
        <Title className="glow" tabIndex={-1} asTyped={asTyped} aria-busy={busy || undefined}>
          <Marked text={withoutBidiControls(title)} ranges={matches} />
        </Title>
        {subtitle !== undefined && <Subtitle>{subtitle}</Subtitle>}
      </Words>
      {actions !== undefined && <Actions>{actions}</Actions>}
      {controls !== undefined && <Line>{controls}</Line>}
    </Bar>
  );
}
