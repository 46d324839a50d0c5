import { useId, useMemo, useState } from 'react';
import styled from '@emotion/styled';
import { segmentsOf, type Passage, type PassageMark } from '@/lib/diff';
import { wholePictures } from '@/lib/pictureDiff';
import type { TextFile } from '@/lib/pictures';
import { omitProps } from '@/theme/omitProps';
import { mixin, theme } from '@/theme/theme';
import { CombiningRuns } from '../CombiningRuns';
import { PicturesOfText, widestPreview } from '../picture/PicturesOfText';
import { Text } from '../Text';
import { DiffText } from './DiffText';

const { color, font, media } = theme;

export type DiffMode = 'inline' | 'side';

const Box = styled('div', omitProps('side'))<{ readonly side: boolean }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr) ${({ side }) => (side ? 'minmax(0, 1fr)' : '')};
  gap: 24px;
  ${({ side }) => (side ? '' : 'max-width: 76ch;')}
  font: 400 ${({ side }) => (side ? 14 : 16)}px/24px ${font.text};
  color: ${color.text};

  ${media.phone} {
    gap: 16px;
  }
`;

const Head = styled.h2`
  font: 400 12px/24px ${font.text};
  ${mixin.caps}
  color: ${color.muted};
  border-bottom: 1px solid ${color.hair};
`;

const Whole = styled.div`
  grid-column: 1 / -1;
`;

const Lines = styled('div', omitProps('marked'))<{ readonly marked: boolean }>`
  min-width: 0;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  ${({ marked }) => (marked ? `padding-left:20px;border-left:4px solid ${color.warn};` : '')}

  > p {
    font: 400 12px/24px ${font.text};
    color: ${color.warn};
  }
`;

const Context = styled(Whole)`
  font-weight: 600;
  color: ${color.bright};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

const Fold = styled.button`
  display: flex;
  gap: 12px;
  align-items: center;
  width: 100%;
  min-height: 32px;
  padding: 0;
  font: 400 12px/24px ${font.text};
  letter-spacing: 0.08em;
  text-transform: uppercase;
  color: ${color.muted};
  ${mixin.bare}
  cursor: pointer;

  &::before,
  &::after {
    content: '';
    flex: 1;
    min-width: 12px;
    border-top: 1px dashed ${color.hair};
  }

  &:hover {
    color: ${color.bright};
  }

  > span {
    min-width: 0;
    ${mixin.cut}
  }

  ${media.phone} {
    min-height: 44px;
  }
`;

const Unfolded = styled.div`
  padding-top: 8px;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  color: ${color.muted};
`;

interface FoldedProps {
  readonly text: string;
  readonly label: string;
}

/** Unchanged text, collapsed to one line that expands it. */
function Folded({ text, label }: FoldedProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Whole>
      <Fold
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <span>{label}</span>
      </Fold>
      {open && (
        <Unfolded id={id} dir="auto">
          <CombiningRuns text={text} />
        </Unfolded>
      )}
    </Whole>
  );
}

/** The text of each mark. Each gets the name of the version on the left. */
type MarkWords = Readonly<Record<NonNullable<PassageMark>, string>>;

interface DiffViewProps {
  readonly passages: readonly Passage[];
  readonly mode: DiffMode;
  /** The names of the two texts, shown as column heads. */
  readonly sides: readonly [old: string, next: string];
  readonly marks?: MarkWords | undefined;
  /** The files that the texts name. Keep the same list unless it changes. */
  readonly files?: readonly TextFile[];
  /** The texts are being written: files that the list lacks are requested too. */
  readonly isDraft?: boolean;
}

const noFiles: readonly TextFile[] = [];

/** A comparison of two texts, inline or side by side. Unchanged text is collapsed. */
export function DiffView({ passages, mode, sides, marks, files = noFiles, isDraft = false }: DiffViewProps) {
  const pictures = useMemo(
    () => ({ files, isOpenEnded: isDraft, mostWidth: widestPreview, open: null }),
    [files, isDraft],
  );
  if (!passages.some(({ kind }) => kind === 'changed'))
    return (
      <>
        <Text as="p" tone="muted">
          The text is the same.
        </Text>
        {passages.map((passage) =>
          passage.kind === 'folded' ? (
            <Folded key={passage.key} text={passage.text} label={passage.label} />
          ) : null,
        )}
      </>
    );
  return (
    <PicturesOfText value={pictures}>
      <Box side={mode === 'side'} data-diff={mode}>
        {mode === 'side' && sides.map((side) => <Head key={side}>{side}</Head>)}
        {passages.map((passage) => {
          if (passage.kind === 'folded')
            return <Folded key={passage.key} text={passage.text} label={passage.label} />;
          if (passage.kind === 'context')
            return (
              <Context key={passage.key} dir="auto">
                <CombiningRuns text={passage.text} />
              </Context>
            );
          return <Changed key={passage.key} passage={passage} mode={mode} marks={marks} />;
        })}
      </Box>
    </PicturesOfText>
  );
}

interface ChangedProps extends Pick<DiffViewProps, 'mode' | 'marks'> {
  readonly passage: Extract<Passage, { readonly kind: 'changed' }>;
}

function Changed({ passage: { segments: compared, mark }, mode, marks }: ChangedProps) {
  const segments = useMemo(() => wholePictures(compared), [compared]);
  const note = mark === null || marks === undefined ? null : <p>{marks[mark]}</p>;
  if (mode === 'inline')
    return (
      <Lines marked={mark !== null} data-mark={mark} dir="auto">
        <DiffText segments={segments} hasPictures />
        {note}
      </Lines>
    );
  return (['old', 'new'] as const).map((side) => (
    <Lines key={side} marked={mark !== null} data-mark={mark} dir="auto">
      <DiffText segments={segmentsOf(segments, side)} hasPictures />
      {side === 'new' && note}
    </Lines>
  ));
}
