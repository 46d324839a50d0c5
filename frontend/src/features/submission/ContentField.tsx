import { useDeferredValue, useMemo } from 'react';
import { CharacterCount } from '@/components/CharacterCount';
import { useFields, type FormHandle } from '@/components/Form';
import { Grid, Stack } from '@/components/Layout';
import { TabPanel, Tabs } from '@/components/Tabs';
import { Text } from '@/components/Text';
import { Textarea } from '@/components/Textarea';
import { useIsWide } from '@/components/useMedia';
import { countCharacters, formatCount, plural } from '@/lib/text';
import { Preview } from './Preview';
import { textLimits, type SubmissionValues } from './schema';

/** Which of the two is shown where there is room for one. */
export type ContentView = 'write' | 'preview';

const views = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
] as const;

interface ContentFieldProps {
  readonly form: FormHandle<SubmissionValues>;
  readonly view: ContentView;
  readonly onView: (view: ContentView) => void;
}

/** The text with its preview: beside it on a wide screen, behind a tab elsewhere. */
export function ContentField({ form, view, onView }: ContentFieldProps) {
  const wide = useIsWide();
  const { values, field } = useFields(form);
  const { content } = values;
  // Counted after the key press has been shown.
  const counted = useDeferredValue(content);
  const count = useMemo(() => countCharacters(counted), [counted]);
  const over = count - textLimits.content;
  const { error, ...binding } = field('content');

  const writing = (
    <Textarea
      label="Content"
      required
      hint="Markdown. Unsent text is kept in this window until you send or clear it."
      {...binding}
      error={
        over > 0
          ? `${plural(over, 'character')} over the limit of ${formatCount(textLimits.content)}. Shorten the text to submit it.`
          : error
      }
    />
  );
  const counter = <CharacterCount count={count} limit={textLimits.content} />;

  if (wide) {
    return (
      <Stack gap="sm">
        <Grid columns="minmax(0, 1fr) minmax(0, 1fr)" gap="lg" align="stretch">
          {writing}
          <Stack gap="xs" fill>
            <Text as="p" tone="muted" size="dense" upper>
              Preview
            </Text>
            <Preview text={content} beside />
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
          <Preview text={content} beside={false} />
        </TabPanel>
      </Tabs>
      {counter}
    </Stack>
  );
}
