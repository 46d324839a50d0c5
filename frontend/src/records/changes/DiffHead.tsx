import styled from '@emotion/styled';
import { DiffText } from '@/components/diff/DiffText';
import type { DiffMode } from '@/components/diff/DiffView';
import { Segments } from '@/components/form/Segments';
import { useOnePane } from '@/components/useMedia';
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

/** The choice between inline and side-by-side. A narrow window has no room for two columns, so it has no choice. */
export function DiffModeChoice({ mode, onMode }: DiffModeChoiceProps) {
  const narrow = useOnePane();
  if (narrow) return null;
  return <Segments label="Comparison" options={modes} value={mode} onChange={onMode} />;
}

interface DiffHeadProps extends DiffModeChoiceProps {
  /** Names of the compared texts. */
  readonly title: string;
}

/** The head of a comparison: its title, a legend of its marks, and the choice of the mode. */
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
