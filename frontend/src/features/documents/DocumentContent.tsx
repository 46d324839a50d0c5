import { Frame } from '@/components/Frame';
import { MarkdownText } from '@/components/MarkdownText';
import type { RecordLink } from '@/components/recordLinkSteps';
import { EmptyState } from '@/components/States';
import type { TextFile } from '@/lib/pictures';
import type { Term } from '@/lib/query';

interface DocumentContentProps {
  readonly text: string;
  /** Its links. Keep the same list unless it changes. */
  readonly links: readonly RecordLink[];
  readonly files: readonly TextFile[];
  /** The words and phrases to mark. Keep the same list unless it changes. */
  readonly marked: readonly Term[];
  readonly onRendered: (box: HTMLElement) => void;
}

export function DocumentContent({ text, links, files, marked, onRendered }: DocumentContentProps) {
  return (
    <Frame caption="Content">
      {text.trim() === '' ? (
        <EmptyState title="No content available for this document." />
      ) : (
        <MarkdownText
          text={text}
          isNamed
          marked={marked}
          links={links}
          files={files}
          onRendered={onRendered}
        />
      )}
    </Frame>
  );
}
