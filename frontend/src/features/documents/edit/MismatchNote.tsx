import { Stack } from '@/components/Layout';
import { Note } from '@/components/Text';
import { barsOf } from '@/lib/portions';

interface MismatchNoteProps {
  /** The text that the edit began with. */
  readonly base: string;
}

/** Explains why an edit of a document with passages above its author's level was not accepted. */
export function MismatchNote({ base }: MismatchNoteProps) {
  const bars = barsOf(base);
  return (
    <Stack gap="md">
      <Note role="alert">
        This document has passages above your level. Their marks must stay in the text, each exactly once, in
        this order, with nothing between the two lines of a mark.
        {bars.length > 0 ? ' Put these back:' : ' Start again from the version on file.'}
      </Note>
      {bars.length > 0 && <pre>{bars.join('\n\n')}</pre>}
    </Stack>
  );
}
