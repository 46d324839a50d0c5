import type { Ref } from 'react';
import styled from '@emotion/styled';
import { byPerson } from '@/lib/activity';
import { theme } from '@/theme/theme';
import { tip } from './tips';

const { color, font, layer, length, media, motion } = theme;

/** The last cell of the status bar, so that the button never lies over a text or another button. */
const Corner = styled.button`
  position: fixed;
  right: 0;
  bottom: 0;
  z-index: ${layer.alerts};
  display: grid;
  place-items: center;
  width: ${length.alerts};
  height: ${length.statusBar};
  padding: 0;
  color: ${color.text};
  background: ${color.raised};
  border: 1px solid ${color.edge};
  border-width: 1px 0 0 1px;
  cursor: pointer;

  &[data-unread] {
    color: ${color.danger};
    border-color: ${color.danger};
  }

  /* Drawn from the attribute: readers are told the count by the name of the button. */
  &[data-unread]::after {
    content: attr(data-unread);
    position: absolute;
    top: -8px;
    right: 2px;
    min-width: 16px;
    padding: 0 3px;
    font: 600 12px/16px ${font.text};
    text-align: center;
    color: ${color.onAccent};
    background: ${color.danger};
  }

  &:hover {
    background: ${color.text};
    border-color: ${color.text};
    color: ${color.onAccent};
  }

  ${media.phone} {
    &[data-unread]::after {
      top: 2px;
      padding: 0 2px;
    }
  }

  @media print {
    display: none;
  }
`;

const Pulse = styled.span`
  position: absolute;
  inset: 0;
  pointer-events: none;
  ${motion.pulse}
`;

const Icon = styled.svg`
  width: 24px;
  height: 24px;
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

/** The button in the corner of every screen. */
export function AlertButton({ unread, open, arrivals, onPress, ref }: AlertButtonProps) {
  return (
    <Corner
      ref={ref}
      type="button"
      data-alerts
      data-unread={unread > 0 ? mostTold(unread) : undefined}
      aria-expanded={open}
      aria-label={unread > 0 ? `ADMIN ALERTS, ${unread} unread` : 'ADMIN ALERTS'}
      {...tip('ADMIN ALERTS')}
      onClick={() => {
        byPerson(onPress);
      }}
    >
      <Icon viewBox="0 0 16 16" aria-hidden="true">
        <path d="M3 12h10M4.5 12V7C4.5 2.5 11.5 2.5 11.5 7v5M7 14.5h2" />
      </Icon>
      {/* A new element begins the pulse again. */}
      {arrivals > 0 && unread > 0 && <Pulse key={arrivals} aria-hidden="true" />}
    </Corner>
  );
}
