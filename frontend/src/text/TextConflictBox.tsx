import { useMemo } from 'react';
import { Button } from '@/components/Button';
import { DiffText } from '@/components/diff/DiffText';
import { DiffView } from '@/components/diff/DiffView';
import { Frame } from '@/components/Frame';
import { Row, Stack } from '@/components/Layout';
import { Text } from '@/components/Text';
import { useOnePane } from '@/components/useMedia';
import { isStored, type AttachedFile } from '@/lib/attachedFiles';
import { formatMoment } from '@/lib/dates';
import { passagesOf } from '@/lib/diff';
import { fileSegments, haveFilesChanged } from '@/lib/fileSegments';
import { compareTexts, compareWords } from '@/lib/textDiff';
import type { Resolution } from './slot';

/** What a person compares two texts by. */
export interface ShownText {
  readonly title: string;
  readonly content: string;
  readonly files: readonly AttachedFile[];
}

interface TextConflictBoxProps {
  readonly mine: ShownText;
  readonly theirs: ShownText;
  /** When the other text was saved. */
  readonly at: string;
  readonly hasCopies: boolean;
  readonly onResolve: (how: Resolution) => void;
}

const stored = (files: readonly AttachedFile[]) => files.filter(isStored);

const nameOf = (title: string) => (title === '' ? 'Untitled' : title);

/** Both texts with their differences, and the choice between them. */
export function TextConflictBox({ mine, theirs, at, hasCopies, onResolve }: TextConflictBoxProps) {
  const onePane = useOnePane();
  const passages = useMemo(
    () => passagesOf(compareTexts(theirs.content, mine.content)),
    [mine.content, theirs.content],
  );
  const files = fileSegments(stored(theirs.files), stored(mine.files));
  return (
    <Frame caption="Changed in another window" strong>
      <Stack gap="md">
        <Text as="p" tone="warn" role="alert">
          This text was changed in another window on {formatMoment(at)}. Choose which one to keep. Nothing is
          saved here until then.
        </Text>
        <Text as="p" strong tone="bright">
          <DiffText segments={compareWords(nameOf(theirs.title), nameOf(mine.title))} />
        </Text>
        {haveFilesChanged(files) && (
          <Text as="p" size="dense">
            Files: <DiffText segments={files} />
          </Text>
        )}
        <DiffView
          passages={passages}
          mode={onePane ? 'inline' : 'side'}
          sides={['The other text', 'Your text']}
          isDraft
        />
        <Row gap="sm">
          {hasCopies && <Button onClick={() => onResolve('both')}>Keep both</Button>}
          <Button onClick={() => onResolve('mine')}>Keep your text</Button>
          <Button onClick={() => onResolve('theirs')}>Take the other text</Button>
        </Row>
        {hasCopies && (
          <Text as="p" tone="muted" size="dense">
            With KEEP BOTH, your text becomes a draft of its own.
          </Text>
        )}
      </Stack>
    </Frame>
  );
}
