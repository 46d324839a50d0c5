import { useMemo, useState } from 'react';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useCompareVersionsQuery } from '@/api/endpoints';
import type { Diff, DocumentRecord, DocumentVersion } from '@/api/types';
import { Button } from '@/components/Button';
import type { Definition } from '@/components/DefinitionList';
import { DiffView } from '@/components/diff/DiffView';
import { Select } from '@/components/form/Select';
import { KeyCap } from '@/components/Kbd';
import { Stack } from '@/components/Layout';
import { Loaded } from '@/components/Loaded';
import { EmptyState } from '@/components/States';
import { Text } from '@/components/Text';
import { historyKeys } from '@/keyboard/keys';
import { attachedFiles } from '@/lib/attachedFiles';
import { passagesOf, wholePassage } from '@/lib/diff';
import { filesOfAll } from '@/lib/pictures';
import { Changed, Changes, FromTo, WordCount } from '@/records/changes/Changes';
import { DiffModeChoice, useShownMode } from '@/records/changes/DiffHead';
import { fileSegments } from '@/lib/fileSegments';
import { useKey } from '@/state/useKey';
import { useView } from '@/state/useView';
import { ComparePane } from './ComparePane.style';
import { RevertDialog } from './RevertDialog';
import { levelAfterRevert, optionOf, type Pair } from './versions';

interface ComparisonProps {
  readonly document: DocumentRecord;
  readonly versions: readonly DocumentVersion[];
  readonly pair: Pair;
  readonly canRevert: boolean;
  readonly onBase: (number: number) => void;
  readonly onShown: (number: number) => void;
  /** Called with the number of the new version after the document was reverted. */
  readonly onReverted: (version: number) => void;
}

/** The comparison of two versions, and the button that reverts the document to the shown one. */
export function Comparison(props: ComparisonProps) {
  const { document, versions, pair, canRevert, onBase, onShown, onReverted } = props;
  const { base, shown } = pair;
  const [asking, setAsking] = useState(false);
  const [mode, setMode] = useShownMode();
  // The server refuses a revert by a user who cannot read the whole text.
  const isWhole = document.withheldLevels.length === 0;
  const offered = canRevert && !shown.isCurrent;
  const revertible = offered && isWhole;
  useKey(historyKeys.revert, () => {
    if (revertible) setAsking(true);
  });
  const options = versions.map(optionOf);
  const number = shown.versionNumber;
  const level = levelAfterRevert(shown, document.clearanceLevel);

  return (
    <ComparePane
      title={base === null ? `Version ${number}` : `Version ${base.versionNumber} to ${number}`}
      from={
        <Select
          label="Base"
          hideLabel
          options={options}
          {...(base === null ? { placeholder: 'No base' } : {})}
          value={base === null ? '' : String(base.versionNumber)}
          onChange={({ target }) => {
            if (target.value !== '') onBase(Number(target.value));
          }}
        />
      }
      to={
        <Select
          label="Shown"
          hideLabel
          options={options}
          value={String(number)}
          onChange={({ target }) => onShown(Number(target.value))}
        />
      }
      mode={<DiffModeChoice mode={mode} onMode={setMode} />}
      foot={
        revertible ? (
          <>
            <span>
              Take the document back to version {number}. The level{' '}
              {level > document.clearanceLevel ? 'rises to' : 'stays at'} {level}.
            </span>
            <Button aria-keyshortcuts={historyKeys.revert} onClick={() => setAsking(true)}>
              Revert to version {number} <KeyCap>{historyKeys.revert}</KeyCap>
            </Button>
          </>
        ) : offered ? (
          <span>
            The document has passages above your level. Only somebody who can read all of it can take it back
            to version {number}.
          </span>
        ) : null
      }
    >
      <Compared documentId={document.id} pair={pair} mode={mode} />
      {revertible && (
        <RevertDialog
          open={asking}
          onClose={() => setAsking(false)}
          document={document}
          version={shown}
          current={versions.find(({ isCurrent }) => isCurrent)}
          onReverted={onReverted}
        />
      )}
    </ComparePane>
  );
}

interface ComparedProps {
  readonly documentId: string;
  readonly pair: Pair;
  readonly mode: 'inline' | 'side';
}

function Compared({ documentId, pair: { base, shown }, mode }: ComparedProps) {
  const { asked } = useView();
  const isSame = base?.id === shown.id;
  // Comparing the first version with itself returns its whole text, as far as this reader may see it.
  const query = useCompareVersionsQuery(
    isSame ? skipToken : { id: documentId, from: base?.id ?? shown.id, to: shown.id, ...asked },
  );
  if (isSame)
    return (
      <EmptyState title="THE SAME VERSION" hint="Choose another base, or another version in the list." />
    );
  return (
    <Loaded query={{ ...query, data: query.currentData }} what="comparison" label="COMPARING VERSIONS">
      {(diff) =>
        base === null ? (
          <FirstText shown={shown} diff={diff} />
        ) : (
          <Differences base={base} shown={shown} diff={diff} mode={mode} />
        )
      }
    </Loaded>
  );
}

function FirstText({ shown, diff }: Pick<DifferencesProps, 'shown' | 'diff'>) {
  return (
    <Stack gap="md">
      <Text as="p" tone="muted">
        There is no earlier version to compare with. This is its whole text.
      </Text>
      <DiffView
        passages={[wholePassage(diff.blocks)]}
        mode="inline"
        sides={['', `Version ${shown.versionNumber}`]}
        files={filesOfAll(diff, shown)}
      />
    </Stack>
  );
}

interface DifferencesProps {
  readonly base: DocumentVersion;
  readonly shown: DocumentVersion;
  readonly diff: Diff;
  readonly mode: 'inline' | 'side';
}

function Differences({ base, shown, diff, mode }: DifferencesProps) {
  const passages = useMemo(() => passagesOf(diff.blocks), [diff]);
  const files = fileSegments(attachedFiles(base), attachedFiles(shown));
  const isRenamed = diff.title.some(({ kind }) => kind !== 'same');
  const changes: Definition[] = [
    ...(isRenamed ? [{ term: 'Title', value: <Changed segments={diff.title} /> }] : []),
    { term: 'Level', value: <FromTo from={`L${base.clearanceLevel}`} to={`L${shown.clearanceLevel}`} /> },
    { term: 'Category', value: <FromTo from={base.category} to={shown.category} /> },
    ...(files.length === 0 ? [] : [{ term: 'Files', value: <Changed segments={files} /> }]),
    { term: 'Text', value: <WordCount added={diff.added} removed={diff.removed} /> },
  ];
  return (
    <>
      <Changes changes={changes} />
      <DiffView
        passages={passages}
        mode={mode}
        sides={[`Version ${base.versionNumber}`, `Version ${shown.versionNumber}`]}
        files={filesOfAll(diff, base, shown)}
      />
    </>
  );
}
