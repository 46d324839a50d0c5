import styled from '@emotion/styled';
import { DiffText } from '@/components/diff/DiffText';
import type { DiffMode } from '@/components/diff/DiffView';
import { Segments } from '@/components/form/Segments';
import { useOnePane } from '@/components/useMedia';
import { useDiffMode } from '@/state/useDiffMode';
import { theme } from '@/theme/theme';

const { color, font } = theme;

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px 20px;
  align-items: center;
  min-height: 40px;
  margin-bottom: 16px;

  > fieldset {
    margin-left: auto;
  }
`;

const Title = styled.h2`
  font: 400 14px/24px ${font.text};
  letter-spacing: 0.04em;
  text-transform: uppercase;
  color: ${color.muted};
`;

const Legend = styled.p`
  font: 400 12px/20px ${font.text};
`;

const legend = [
  { kind: 'added', text: 'added' },
  { kind: 'same', text: ' ' },
  { kind: 'removed', text: 'removed' },
] as const;

const modes = [
  { value: 'inline', label: 'Inline' },
  { value: 'side', label: 'Side by side' },
] as const satisfies readonly { readonly value: DiffMode; readonly label: string }[];

interface DiffModeChoiceProps {
  readonly mode: DiffMode;
  readonly onMode: (mode: DiffMode) => void;
}

/** How comparisons are shown here: a small window has no room for two texts beside one another. */
export function useShownMode() {
  const [chosen, setMode] = useDiffMode();
  return [useOnePane() ? 'inline' : chosen, setMode] as const;
}

/** How a comparison is shown. Two columns need room, so a narrow window has no choice. */
export function DiffModeChoice({ mode, onMode }: DiffModeChoiceProps) {
  const narrow = useOnePane();
  if (narrow) return null;
  return <Segments label="Comparison" options={modes} value={mode} onChange={onMode} />;
}

interface DiffHeadProps extends DiffModeChoiceProps {
  /** What is compared with what. */
  readonly title: string;
}

/** Above a comparison: what it is, what its marks mean, and how it is shown. */
export function DiffHead({ title, mode, onMode }: DiffHeadProps) {
  return (
    <Line>
      <Title>{title}</Title>
      <Legend aria-hidden="true">
        <DiffText segments={legend} />
      </Legend>
      <DiffModeChoice mode={mode} onMode={onMode} />
    </Line>
  );
}
