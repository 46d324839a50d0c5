import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const { color, font } = theme;

const Line = styled.span`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 5ch;
  gap: 12px;
  align-items: center;
  width: 420px;
  max-width: 100%;
  font: ${font.badge};
  color: ${color.text};
  text-align: right;
  font-variant-numeric: tabular-nums;
`;

const Bar = styled.progress`
  appearance: none;
  display: block;
  width: 100%;
  height: 12px;
  border: 1px solid ${color.edge};
  background: ${color.void};

  &::-webkit-progress-bar {
    background: ${color.void};
  }

  &::-webkit-progress-value {
    background: ${color.accent};
  }

  &::-moz-progress-bar {
    background: ${color.accent};
  }
`;

interface ProgressBarProps {
  readonly label: string;
  /** From 0 to 1. */
  readonly value: number;
}

/** How far something under way has come, as a bar and in words. */
export function ProgressBar({ label, value }: ProgressBarProps) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <Line>
      <Bar aria-label={label} max={100} value={percent} />
      <span aria-hidden="true">{percent} %</span>
    </Line>
  );
}
