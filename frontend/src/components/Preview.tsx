import { memo, useDeferredValue, useMemo } from 'react';
import { MarkdownText } from './MarkdownText';
import { PreviewPane, PreviewPart } from './PreviewPane';
import { Text } from './Text';
import { previewParts } from './previewParts';
import { useRested } from './useRested';

/** Pause in typing after which the preview is rendered, in milliseconds. */
const pause = 250;

const Part = memo(function Part({ text }: { readonly text: string }) {
  return (
    <PreviewPart>
      <MarkdownText text={text} />
    </PreviewPart>
  );
});

interface PreviewProps {
  readonly text: string;
  /** Takes the height of what is beside it. */
  readonly beside: boolean;
}

/** The text as a record shows it. It follows typing after a pause, and gives way to the next key press. */
export function Preview({ text, beside }: PreviewProps) {
  const shown = useDeferredValue(useRested(text, pause));
  const parts = useMemo(() => previewParts(shown), [shown]);
  return (
    <PreviewPane label="Preview" beside={beside}>
      {shown.trim() === '' ? (
        <Text as="p" tone="muted" size="dense">
          Nothing to preview yet.
        </Text>
      ) : (
        parts.map((part, index) => <Part key={index} text={part} />)
      )}
    </PreviewPane>
  );
}
