import { useState, type ReactNode } from 'react';
import { Segments } from '@/components/form/Segments';
import { Row, Stack } from '@/components/Layout';
import { lazyPart, usePreload } from '@/components/lazyPart';
import { MarkdownText } from '@/components/MarkdownText';
import { PartFailed } from '@/components/PartFailed';
import { comparisonKeys, reviewKeys } from '@/keyboard/keys';
import type { TextFile } from '@/lib/pictures';
import { readStored, writeStored } from '@/lib/storage';
import { useCaseHead } from './caseHead';
import { useKeyMap } from '@/state/useKeyMap';

/** Loaded after the queue: most cases are read as text first. */
const SourceText = lazyPart(
  async () => (await import(/* webpackChunkName: "source" */ './SourceText.style')).SourceText,
  { Failed: PartFailed },
);

const text = { value: 'text', label: 'Text' } as const;
const source = { value: 'source', label: 'Source', hotkey: reviewKeys.source } as const;
const compare = { value: 'compare', label: 'Compare', hotkey: comparisonKeys.mode } as const;

/** The ways to read a case; the first one is shown until another is chosen. */
const kinds = {
  submissionText: [text, source, compare],
  editText: [compare, text, source],
} as const;

interface CaseTextProps {
  readonly of: 'submission' | 'edit';
  readonly text: string;
  /** The files that it names. */
  readonly files: readonly TextFile[];
  /**
   * The text compared with what it would change, or with what it follows; `null` where there is nothing to compare
   * with.
   */
  readonly comparison: ReactNode;
  /** What came before the case, above its text; it may lead to the comparison. */
  readonly past?: ((onCompare: () => void) => ReactNode) | undefined;
}

/** The text of a case: formatted, as its source, or compared. The choice holds for the next case and the next visit. */
export function CaseText({ of, text, files, comparison, past }: CaseTextProps) {
  usePreload(SourceText);
  const kind = `${of}Text` as const;
  const options = kinds[kind].filter(({ value }) => value !== 'compare' || comparison !== null);
  const usual = kinds[kind][0].value;
  const [stored, setStored] = useState(() => readStored(kind));
  const view = options.find(({ value }) => value === stored)?.value ?? usual;
  const choose = (next: typeof view) => {
    writeStored(kind, next);
    setStored(next);
  };
  useKeyMap({
    [reviewKeys.source]: () => choose(view === 'source' ? usual : 'source'),
    // The comparison has the key while it is shown.
    ...(comparison !== null && view !== 'compare'
      ? {
          [comparisonKeys.mode]: () => choose('compare'),
        }
      : {}),
  });
  const inHead = useCaseHead();
  const choice = <Segments label="Show the case as" options={options} value={view} onChange={choose} />;
  return (
    <Stack>
      {inHead === null ? <Row justify="end">{choice}</Row> : inHead(choice, 'end')}
      <div>
        {view !== 'compare' && past?.(() => choose('compare'))}
        {view === 'text' && <MarkdownText text={text} files={files} />}
        {view === 'source' && <SourceText text={text} />}
        {view === 'compare' && comparison}
      </div>
    </Stack>
  );
}
