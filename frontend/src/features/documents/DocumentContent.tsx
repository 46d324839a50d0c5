import { Frame } from '@/components/Frame';
import { MarkdownText } from '@/components/MarkdownText';
import { EmptyState } from '@/components/States';

/** What the document says. */
export function DocumentContent({ text }: { readonly text: string }) {
  return (
    <Frame caption="Content">
      {text.trim() === '' ? (
        <EmptyState title="No content available for this document." />
      ) : (
        <MarkdownText text={text} />
      )}
    </Frame>
  );
}
