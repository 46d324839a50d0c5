import type { Ref } from 'react';
import styled from '@emotion/styled';
import { byPerson } from '@/lib/activity';
import { theme } from '@/theme/theme';

const { color, font, layer, length, motion } = theme;

/** Where the button stands: over the bars at the foot of the window, and the panel over the button. */
export const AlertCorner = styled.aside`
  position: fixed;
  right: ${length.gutter};
  bottom: calc(${length.foot} + ${length.gutter});
  z-index: ${layer.alerts};
  display: grid;
  gap: 8px;
  justify-items: end;
  /* Beside the button the page stays in reach. */
  pointer-events: none;

  > * {
    pointer-events: auto;
  }

  /* Where there is nothing to scroll to. */
  > [aria-live] {
    left: 0;
    bottom: 0;
  }
`;

const Box = styled.button`
  position: relative;
  display: flex;
  gap: 12px;
  align-items: center;
  height: 48px;
  padding: 0 15px;
  font: 600 14px/24px ${font.text};
  letter-spacing: 0.06em;
  color: ${color.muted};
  background: ${color.raised};
  border: 1px solid ${color.edge};
  box-shadow: 0 0 0 1px ${color.void};
  cursor: pointer;

  &[data-unread] {
    padding-right: 11px;
    color: ${color.danger};
    border-color: ${color.danger};
  }

  /* Drawn from the attribute: readers are told the count by the name of the button. */
  &[data-unread]::after {
    content: attr(data-unread);
    min-width: 24px;
    padding: 0 4px;
    font: 600 12px/24px ${font.text};
    letter-spacing: 0;
    text-align: center;
    color: ${color.onAccent};
    background: ${color.danger};
  }

  &:hover {
    background: ${color.text};
    border-color: ${color.text};
    color: ${color.onAccent};
  }
`;

const Pulse = styled.span`
  position: absolute;
  inset: 0;
  pointer-events: none;
  ${motion.pulse}
`;

const Icon = styled.svg`
  width: 20px;
  height: 20px;
  fill: none;
  stroke: currentColor;
`;

interface AlertButtonProps {
  readonly unread: number;
  readonly open: boolean;
  /** How often something new has come; each time the button pulses. */
  readonly arrivals: number;
  readonly onPress: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** The count as the badge shows it. Three characters fit. */
function mostTold(unread: number): string {
  return unread > 99 ? '99+' : String(unread);
}

/** The button at the foot of every screen. */
export function AlertButton({ unread, open, arrivals, onPress, ref }: AlertButtonProps) {
  return (
    <Box
      ref={ref}
      type="button"
      data-unread={unread > 0 ? mostTold(unread) : undefined}
      aria-expanded={open}
      aria-label={unread > 0 ? `ADMIN ALERTS, ${unread} unread` : 'ADMIN ALERTS'}
      onClick={() => {
        byPerson(onPress);
      }}
    >
      <Icon viewBox="0 0 16 16" aria-hidden="true">
        <path d="M3 12h10M4.5 12V7C4.5 2.5 11.5 2.5 11.5 7v5M7 14.5h2" />
      </Icon>
      ADMIN ALERTS
      {/* A new element begins the pulse again. */}
      {arrivals > 0 && unread > 0 && <Pulse key={arrivals} aria-hidden="true" data-pulse={arrivals} />}
    </Box>
  );
}
