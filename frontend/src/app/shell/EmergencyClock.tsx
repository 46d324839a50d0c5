import styled from '@emotion/styled';
import { tip } from '@/components/tips';
import { formatCountdown } from '@/lib/dates';
import { useSecondsLeft } from '@/state/useSecondsLeft';
import { theme } from '@/theme/theme';

const { color, media } = theme;

const Clock = styled.span`
  color: ${color.danger};
  font-weight: 600;
  font-variant-numeric: tabular-nums;

  /* There is room for one of the two; the color and the label say what it counts. */
  ${media.belowTablet} {
    > span {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
`;

/** That the terminal is open by emergency access, and how long it is. A timer is not announced each second. */
export function EmergencyClock() {
  const left = useSecondsLeft();
  return (
    <Clock
      role="timer"
      aria-label="Emergency access ends in"
      data-clock
      {...tip('Emergency access cannot be extended.')}
    >
      <span>Emergency </span>
      {left !== null && <time>{formatCountdown(left)}</time>}
    </Clock>
  );
}
