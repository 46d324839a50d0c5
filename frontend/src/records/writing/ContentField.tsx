import { useDeferredValue, useMemo, useState } from 'react';
import type { FieldBinding } from '@/components/form/Form';
import { Grid, Row, Stack } from '@/components/Layout';
import { PicturesBeingWritten } from '@/components/picture/PicturesOfText';
import { TabPanel, Tabs } from '@/components/Tabs';
import { Text } from '@/components/Text';
import { useIsWide } from '@/components/useMedia';
import { textLimits } from '@/lib/recordText';
import { countCharacters, formatCount, plural } from '@/lib/text';
import { CharacterCount } from './CharacterCount';
import { LinkTextarea, type Linking } from './LinkTextarea';
import { PictureButton } from './pictures/PictureButton';
import { PictureRows } from './pictures/PictureRows';
import type { PictureUploads } from './pictures/usePictureUploads';
import { PortionHelp } from './PortionHelp';
import { Preview } from './Preview';

/** Which of the two is shown if there is room for only one. */
export type ContentView = 'write' | 'preview';

const views = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
] as const;

interface ContentFieldProps {
  readonly field: FieldBinding;
  readonly required?: boolean;
  readonly hint?: string;
  /** Maximum length of the text, in characters. */
  readonly limit?: number;
  readonly view: ContentView;
  readonly onView: (view: ContentView) => void;
  readonly linking: Linking;
  readonly pictures: PictureUploads;
}

/** The text of a record with its preview: beside it on a wide screen, otherwise in a tab. */
export function ContentField(props: ContentFieldProps) {
  const { field, required = false, limit = textLimits.content, view, onView, linking, pictures } = props;
  const { hint = 'Markdown. Unsent text is kept in this window until you send or clear it.' } = props;
  const wide = useIsWide();
  const { error, ...binding } = field;
  const { value: content } = binding;
  // Counted after the key press has been rendered.
  const counted = useDeferredValue(content);
  const count = useMemo(() => countCharacters(counted), [counted]);
  const over = count - limit;
  const [line, setLine] = useState(0);

  const writing = (
    <LinkTextarea
      linking={linking}
      label="Content"
      required={required}
      hint={hint}
      {...pictures.bind(binding)}
      onSelect={({ currentTarget: { value, selectionStart } }) =>
        setLine(value.slice(0, selectionStart).split('\n').length - 1)
      }
      error={
        over > 0
          ? `${plural(over, 'character')} over the limit of ${formatCount(limit)}. Shorten the text to submit it.`
          : error
      }
    />
  );
  const counter = (
    <>
      <Row>
        <PictureButton pictures={pictures} />
      </Row>
      <PictureRows pictures={pictures} text={content} />
      <CharacterCount count={count} limit={limit} />
      <PortionHelp />
    </>
  );

  if (wide) {
    return (
      <Stack gap="sm">
        <Grid columns="minmax(0, 1fr) minmax(0, 1fr)" gap="lg" align="stretch">
          {writing}
          <Stack gap="xs" fill>
            <Text as="p" tone="muted" size="dense" upper>
              Preview
            </Text>
            <PicturesBeingWritten value={pictures.written}>
              <Preview text={content} line={line} beside />
            </PicturesBeingWritten>
          </Stack>
        </Grid>
        {counter}
      </Stack>
    );
  }
  return (
    <Stack gap="sm">
      <Tabs label="Text and preview" tabs={views} value={view} onChange={onView}>
        <TabPanel value="write">{writing}</TabPanel>
        <TabPanel value="preview">
          <PicturesBeingWritten value={pictures.written}>
            <Preview text={content} line={line} beside={false} />
          </PicturesBeingWritten>
        </TabPanel>
      </Tabs>
      {counter}
    </Stack>
  );
}
