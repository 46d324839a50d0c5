import { Button } from '@/components/Button';
import { Frame } from '@/components/Frame';
import { Grid, Row, Stack } from '@/components/Layout';
import { useFields } from '@/components/Form';
import { PreviewPane } from '@/components/PreviewPane';
import { Prose, Text } from '@/components/Text';
import { formatMoment } from '@/lib/dates';
import type { DraftText } from '@/api/drafts';
import type { Resolution, StoredText } from '@/lib/autosave';
import type { SubmissionHandle } from './useSubmissionForm';

interface SideProps {
  readonly label: string;
  readonly title: string;
  readonly content: string;
}

/** One of the two texts, as typed. */
function Side({ label, title, content }: SideProps) {
  return (
    <Stack gap="xs">
      <Text as="p" tone="muted" size="dense" upper>
        {label}
      </Text>
      <PreviewPane label={label} beside={false}>
        <Text as="p" strong tone="bright">
          {title === '' ? 'Untitled' : title}
        </Text>
        <Prose>{content}</Prose>
      </PreviewPane>
    </Stack>
  );
}

interface DraftConflictBoxProps {
  readonly handle: SubmissionHandle;
  /** The draft as the other window left it. */
  readonly stored: StoredText<DraftText>;
}

/** Both texts of a draft, and the choice between them. */
export function DraftConflictBox({ handle, stored }: DraftConflictBoxProps) {
  const { values } = useFields(handle.form);
  const { text, at } = stored;
  const resolve = (how: Resolution) => {
    handle.resolve(how);
    // The buttons disappear, so the focus moves to the form.
    handle.form.focus('title');
  };
  return (
    <Frame caption="Changed in another window" strong>
      <Stack gap="md">
        <Text as="p" tone="warn" role="alert">
          This draft was changed in another window on {formatMoment(at)}. Choose which text to keep. Nothing
          is saved here until then.
        </Text>
        <Grid columns="minmax(0, 1fr) minmax(0, 1fr)" gap="lg" align="stretch">
          <Side label="Your text" title={values.title} content={values.content} />
          <Side label="The other text" title={text.title ?? ''} content={text.content ?? ''} />
        </Grid>
        <Row gap="sm">
          <Button
            onClick={() => {
              resolve('both');
            }}
          >
            Keep both
          </Button>
          <Button
            onClick={() => {
              resolve('mine');
            }}
          >
            Keep your text
          </Button>
          <Button
            onClick={() => {
              resolve('theirs');
            }}
          >
            Take the other text
          </Button>
        </Row>
        <Text as="p" tone="muted" size="dense">
          With KEEP BOTH, your text becomes a draft of its own.
        </Text>
      </Stack>
    </Frame>
  );
}
