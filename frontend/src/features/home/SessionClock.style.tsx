import styled from '@emotion/styled';
import { formatCountdown } from '@/lib/dates';
import { mixin, theme } from '@/theme/theme';

const { color, font } = theme;

/** Remaining seconds from which the clock warns. */
const warnFrom = 120;

const Clock = styled.div`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  padding-top: 4px;
  border-top: 1px dashed ${color.hair};
`;

const Label = styled.span`
  font: 400 14px/24px ${font.text};
  color: ${color.muted};
  ${mixin.caps}
`;

const Time = styled.span`
  font: ${font.counter};
  line-height: 48px;
  font-variant-numeric: tabular-nums;
`;

const Drain = styled.div`
  height: 4px;
  background: ${color.hair};

  > i {
    display: block;
    height: 4px;
  }
`;

interface SessionClockProps {
  /** Seconds until the session ends; `null` while unknown. */
  readonly left: number | null;
  /** Duration of the session without activity, in minutes. */
  readonly minutes: number;
}

/** The time left in the session, with a bar that shrinks. */
export function SessionClock({ left, minutes }: SessionClockProps) {
  const isShort = left !== null && left < warnFrom;
  const share = left === null ? 1 : Math.min(1, left / (minutes * 60));
  return (
    <div>
      <Clock>
        <Label>{left === null ? 'Session' : 'Session ends in'}</Label>
        <Time role="timer" style={{ color: isShort ? color.warn : color.bright }}>
          {left === null ? 'ACTIVE' : formatCountdown(left)}
        </Time>
      </Clock>
      <Drain aria-hidden="true">
        <i style={{ width: `${share * 100}%`, background: isShort ? color.warn : color.edge }} />
      </Drain>
    </div>
  );
}
