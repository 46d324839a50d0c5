import { useState } from 'react';
import type { DocumentRecord, DocumentVersion } from '@/api/types';
import { Frame } from '@/components/Frame';
import { Stack } from '@/components/Layout';
import { useOnePane } from '@/components/useMedia';
import { moveKeys } from '@/keyboard/keys';
import { paths } from '@/lib/paths';
import { canRevertDocument } from '@/lib/permissions';
import { places } from '@/lib/places';
import { plural } from '@/lib/text';
import { CaseNote } from '@/records/desk/CaseNote';
import { Desk } from '@/records/desk/Desk';
import type { FocusRequest } from '@/records/desk/CursorList';
import { useStatusLine } from '@/state/hooks';
import { useKeyMap } from '@/state/useKeyMap';
import { useSearchState } from '@/state/useSearchState';
import { useView } from '@/state/useView';
import { Comparison } from './Comparison';
import { VersionList } from './VersionList.style';
import { pairOf, rowOfVersion } from './versions';

interface HistoryDeskProps {
  readonly document: DocumentRecord;
  /** Newest first, at least one. */
  readonly versions: readonly DocumentVersion[];
}

/** The list of versions and the comparison of two of them. Both are in the address. */
export function HistoryDesk({ document, versions }: HistoryDeskProps) {
  const { reader, link } = useView();
  const onePane = useOnePane();
  const [{ a, b }, changeSearch] = useSearchState(places.documentHistory.search);
  // The cursor stays on its version when a newer one arrives.
  const [cursor, setCursor] = useState(() => b ?? versions[0]?.versionNumber);
  const [newest, setNewest] = useState(versions[0]?.versionNumber ?? 0);
  const [focusRequest, setFocusRequest] = useState<FocusRequest<number> | null>(null);
  useStatusLine('COMPARE', plural(versions.length, 'version'));

  const pair = pairOf(versions, a, b ?? cursor);
  const number = pair?.shown.versionNumber ?? 0;
  const goTo = (next: number) => {
    setCursor(next);
    changeSearch({ b: next });
    setFocusRequest({ row: next });
  };
  const setBase = (next: number) => changeSearch({ a: next, b: number });
  const move = (by: number) => {
    const at = versions.findIndex(({ versionNumber }) => versionNumber === number);
    const next = versions[Math.min(versions.length - 1, Math.max(0, at + by))];
    if (next !== undefined) goTo(next.versionNumber);
  };
  useKeyMap({
    [moveKeys.next]: () => move(1),
    [moveKeys.previous]: () => move(-1),
  });

  if (pair === null) return null;
  const list = (
    <VersionList
      rows={versions.map(rowOfVersion)}
      shown={number}
      base={pair.base?.versionNumber ?? null}
      pathOf={(next) => link(paths.comparison(document.id, a, next))}
      onMove={goTo}
      onBase={setBase}
      focusRequest={focusRequest}
    />
  );
  const comparison = (
    <Comparison
      key={document.id}
      document={document}
      versions={versions}
      pair={pair}
      canRevert={canRevertDocument(reader, document)}
      onBase={setBase}
      onShown={goTo}
      onReverted={(version) => {
        setNewest(version);
        changeSearch({ a: undefined, b: version });
        setCursor(version);
      }}
    />
  );
  const arrived = versions[0];
  return (
    <>
      <CaseNote>
        {arrived !== undefined && arrived.versionNumber > newest
          ? `Version ${arrived.versionNumber} by ${arrived.createdByUsername} was put on file while you were reading.`
          : null}
      </CaseNote>
      {onePane ? (
        <Stack gap="xl">
          <Frame flush>{list}</Frame>
          <Frame flush>{comparison}</Frame>
        </Stack>
      ) : (
        <Desk list="versions" onePane={false} queue={list}>
          {comparison}
        </Desk>
      )}
    </>
  );
}
