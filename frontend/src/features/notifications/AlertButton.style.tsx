import type { Ref } from 'react';
import styled from '@emotion/styled';
import { byPerson } from '@/lib/activity';
import { mixin, theme } from '@/theme/theme';

const { color, font, length, media, motion } = theme;

/** Contains the button and its panel: the last cell of the status bar, or a cell of the masthead on a phone. */
export const AlertCell = styled.div`
  && {
    flex: none;
    padding: 0;
    border: 0;
  }
`;

const Box = styled.button`
  position: relative;
  display: flex;
  gap: 8px;
  align-items: center;
  height: 100%;
  padding: 0 ${length.gutter} 0 12px;
  font: 400 14px/24px ${font.text};
  color: ${color.muted};
  ${mixin.bare}
  white-space: nowrap;
  cursor: pointer;

  &[data-unread] {
    font-weight: 600;
    letter-spacing: 0.06em;
    color: ${color.danger};
    background: ${color.raised};
    box-shadow: inset 0 2px 0 ${color.danger};
  }

  /* Drawn from the attribute; for screen readers the count is part of the button's name. */
  &[data-unread]::after {
    content: attr(data-unread);
    padding: 0 5px;
    font: 600 12px/20px ${font.text};
    letter-spacing: 0;
    color: ${color.onAccent};
    background: ${color.danger};
  }

  ${media.phone} {
    gap: 6px;
    justify-content: center;
    min-width: 44px;
    height: 44px;
    padding: 0 8px;
    background: ${color.panel};
    border: 1px solid ${color.edge};

    &[data-unread] {
      background: ${color.panel};
      border-color: ${color.danger};
      box-shadow: none;
    }

    &[data-unread]::after {
      padding: 0;
      line-height: 24px;
      color: inherit;
      background: none;
    }
  }

  &&:hover {
    background: ${color.text};
    color: ${color.onAccent};
  }

  &:focus-visible {
    outline-offset: -2px;
  }
`;

const Words = styled.span`
  ${media.phone} {
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
  ${mixin.icon}
`;

interface AlertButtonProps {
  readonly unread: number;
  readonly open: boolean;
  /** Number of times that new items have arrived; the button pulses when it changes. */
  readonly arrivals: number;
  readonly onPress: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** The count in the badge, which has room for three characters. */
function badgeText(unread: number): string {
  return unread > 99 ? '99+' : String(unread);
}

/** Opens the panel, and shows the number of unread items. */
export function AlertButton({ unread, open, arrivals, onPress, ref }: AlertButtonProps) {
  return (
    <Box
      ref={ref}
      type="button"
      data-unread={unread > 0 ? badgeText(unread) : undefined}
      aria-expanded={open}
      aria-label={unread > 0 ? `ADMIN ALERTS, ${unread} unread` : 'ADMIN ALERTS'}
      onClick={() => byPerson(onPress)}
    >
      <Icon viewBox="0 0 16 16" aria-hidden="true">
        <path d="M4 11V7a4 4 0 0 1 8 0v4l1.5 1.5h-11zM6.5 14h3" />
      </Icon>
      <Words>ADMIN ALERTS</Words>
      {/* A new element restarts the animation. */}
      {arrivals > 0 && unread > 0 && <Pulse key={arrivals} aria-hidden="true" data-pulse={arrivals} />}
    </Box>
  );
}
