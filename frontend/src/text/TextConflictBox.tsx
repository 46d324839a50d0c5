import { Button } from '@/components/Button';
import { Frame } from '@/components/Frame';
import { Grid, Row, Stack } from '@/components/Layout';
import { PreviewPane } from '@/components/PreviewPane';
import { Prose, Text } from '@/components/Text';
import { formatMoment } from '@/lib/dates';
import type { Resolution } from './slot';
import type { ShownText } from './TextConflict';

interface SideProps extends ShownText {
  readonly label: string;
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

interface TextConflictBoxProps {
  readonly mine: ShownText;
  readonly theirs: ShownText;
  /** When the other text was saved. */
  readonly at: string;
  readonly hasCopies: boolean;
  readonly onResolve: (how: Resolution) => void;
}

/** Both texts, and the choice between them. */
export function TextConflictBox({ mine, theirs, at, hasCopies, onResolve }: TextConflictBoxProps) {
  return (
    <Frame caption="Changed in another window" strong>
      <Stack gap="md">
        <Text as="p" tone="warn" role="alert">
          This text was changed in another window on {formatMoment(at)}. Choose which one to keep. Nothing is
          saved here until then.
        </Text>
        <Grid columns="minmax(0, 1fr) minmax(0, 1fr)" gap="lg" align="stretch">
          <Side label="Your text" {...mine} />
          <Side label="The other text" {...theirs} />
        </Grid>
        <Row gap="sm">
          {hasCopies && (
            <Button
              onClick={() => {
                onResolve('both');
              }}
            >
              Keep both
            </Button>
          )}
          <Button
            onClick={() => {
              onResolve('mine');
            }}
          >
            Keep your text
          </Button>
          <Button
            onClick={() => {
              onResolve('theirs');
            }}
          >
            Take the other text
          </Button>
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
