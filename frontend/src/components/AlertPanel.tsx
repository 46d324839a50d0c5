import { useEffect, useId, useRef, type ReactNode } from 'react';
import styled from '@emotion/styled';
import { byPerson } from '@/lib/activity';
import { theme } from '@/theme/theme';
import { tip } from './tips';

const { color, font, layer, length, media } = theme;

const Box = styled.section`
  position: fixed;
  right: ${length.gutter};
  bottom: calc(${length.statusBar} + 16px);
  z-index: ${layer.alerts};
  display: grid;
  grid-template-rows: auto minmax(0, 1fr);
  width: 360px;
  max-height: calc(100dvh - ${length.statusBar} - ${length.masthead} - 32px);
  background: ${color.raised};
  border: 1px solid ${color.edge};
  box-shadow:
    0 0 0 1px ${color.void},
    0 0 48px color-mix(in srgb, ${color.accent} 18%, transparent);

  ${media.phone} {
    left: ${length.gutter};
    bottom: calc(${length.statusBar} + 8px);
    width: auto;
    max-height: calc(100dvh - ${length.statusBar} - ${length.masthead} - 24px);
  }
`;

const Head = styled.header`
  display: flex;
  align-items: center;
  gap: 4px;
  min-height: 40px;
  padding: 0 8px 0 16px;
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
    background: none;
    border: 0;
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

  svg {
    width: 16px;
    height: 16px;
    vertical-align: middle;
    fill: none;
    stroke: currentColor;
  }

  ${media.phone} {
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
  /** Said while there is nothing in it. */
  readonly empty: string;
  /** Some of it could not be read. */
  readonly failed: boolean;
  /** `null` while there is nothing to clear. */
  readonly onClear: (() => void) | null;
  readonly busy: boolean;
  readonly onCollapse: () => void;
  readonly children: readonly ReactNode[];
}

/** The panel over the button. It does not keep the focus: the page stays in use. */
export function AlertPanel(props: AlertPanelProps) {
  const { title, empty, failed, onClear, busy, onCollapse, children } = props;
  const id = useId();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, []);
  return (
    // Escape closes it from anywhere inside.
    <Box
      ref={box}
      tabIndex={-1}
      data-alerts
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onCollapse();
      }}
    >
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
        <button type="button" aria-label="Collapse" {...tip('Collapse')} onClick={onCollapse}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M3.5 6 8 10.5 12.5 6" />
          </svg>
        </button>
      </Head>
      {children.length === 0 ? <Quiet>{empty}</Quiet> : <Lines>{children}</Lines>}
      {failed && <Quiet role="status">Not up to date.</Quiet>}
    </Box>
  );
}
