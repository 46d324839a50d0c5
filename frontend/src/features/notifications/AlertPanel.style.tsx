import { useId, type ReactNode, type Ref } from 'react';
import styled from '@emotion/styled';
import { byPerson } from '@/lib/activity';
import { mixin, theme } from '@/theme/theme';

const { color, font, layer, length, media } = theme;

const Box = styled.section`
  position: fixed;
  right: ${length.gutter};
  bottom: calc(${length.foot} + 8px);
  z-index: ${layer.alerts};
  display: grid;
  grid-template-rows: auto minmax(0, 1fr);
  width: 384px;
  max-height: min(480px, 100dvh - ${length.masthead} - ${length.foot} - 16px);
  color: ${color.text};
  white-space: normal;
  background: ${color.raised};
  border: 1px solid ${color.edge};
  box-shadow:
    0 0 0 1px ${color.void},
    0 0 48px color-mix(in srgb, ${color.accent} 18%, transparent);

  ${media.phone} {
    inset: ${length.masthead} 0 auto;
    width: auto;
    max-height: calc(100dvh - ${length.masthead} - ${length.foot} - 8px);
    border-inline: 0;
  }
`;

const Head = styled.header`
  display: flex;
  align-items: center;
  gap: 4px;
  min-height: 40px;
  padding: 0 4px 0 16px;
  background: ${color.edge};
  color: ${color.void};

  h2 {
    flex: 1;
    font: 600 14px/24px ${font.text};
    letter-spacing: 0.06em;
  }

  button {
    min-width: 32px;
    min-height: 32px;
    padding: 0 8px;
    font: 600 12px/24px ${font.text};
    letter-spacing: 0.06em;
    color: inherit;
    ${mixin.bare}
    cursor: pointer;
  }

  button:hover {
    background: ${color.void};
    color: ${color.bright};
  }

  button:focus-visible {
    outline-color: ${color.void};
    outline-offset: -2px;
  }

  ${media.phone} {
    h2 {
      font-size: 12px;
      letter-spacing: 0.02em;
      white-space: nowrap;
    }

    button {
      min-width: 44px;
      min-height: 44px;
    }
  }
`;

const Lines = styled.ul`
  overflow-y: auto;
  overscroll-behavior: contain;
`;

const Quiet = styled.p`
  padding: 16px;
  font: ${font.dense};
  color: ${color.muted};
`;

interface AlertPanelProps {
  readonly title: string;
  readonly empty: string;
  /** A note shown while a part could not be read; otherwise `null`. */
  readonly late: string | null;
  /** `null` if there is nothing to clear. */
  readonly onClear: (() => void) | null;
  readonly busy: boolean;
  readonly onCollapse: () => void;
  readonly children: readonly ReactNode[];
  readonly ref?: Ref<HTMLElement>;
}

/**
 * The panel above the bars at the bottom of the window, or under the masthead of a phone. It does not trap the focus,
 * so that the page stays usable.
 */
export function AlertPanel(props: AlertPanelProps) {
  const { title, empty, late, onClear, busy, onCollapse, children, ref } = props;
  const id = useId();
  return (
    <Box ref={ref} tabIndex={-1} aria-labelledby={id}>
      <Head>
        <h2 id={id}>{title}</h2>
        {onClear !== null && (
          <button
            type="button"
            aria-disabled={busy || undefined}
            onClick={() => {
              if (!busy) byPerson(onClear);
            }}
          >
            CLEAR ALL
          </button>
        )}
        <button type="button" onClick={onCollapse}>
          COLLAPSE
        </button>
      </Head>
      {children.length === 0 ? <Quiet>{empty}</Quiet> : <Lines>{children}</Lines>}
      {late !== null && <Quiet role="status">{late}</Quiet>}
    </Box>
  );
}
