import { useId, useState } from 'react';
import { Button } from './Button';
import { Row, Stack } from './Layout';
import { usePreload } from './lazyPart';
import { MarkdownText } from './MarkdownText';
import { VisuallyHidden } from './VisuallyHidden';

interface FullTextProps {
  /** The beginning as plain text. */
  readonly preview: string;
  /** The whole text, in Markdown. */
  readonly text: string;
  /** The title of the record, which names the button. */
  readonly title: string;
}

/** The beginning of a text, and a button that opens the whole text in place. */
export function FullText({ preview, text, title }: FullTextProps) {
  usePreload(MarkdownText);
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Stack gap="sm">
      <div id={id}>{open ? <MarkdownText text={text} /> : <p dir="auto">{preview}</p>}</div>
      <Row gap="sm">
        <Button
          size="sm"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => {
            setOpen(!open);
          }}
        >
          {open ? 'Close text' : 'Read full text'}
          <VisuallyHidden> of {title}</VisuallyHidden>
        </Button>
      </Row>
    </Stack>
  );
}
