import { useEffect, useMemo, useState } from 'react';
import { useGetDocumentQuery } from '@/api/endpoints';
import type { DocumentRecord } from '@/api/types';
import { Button, LinkButton } from '@/components/Button';
import { Frame } from '@/components/Frame';
import { KeyCap } from '@/components/Kbd';
import { lazyPart } from '@/components/lazyPart';
import { Loaded } from '@/components/Loaded';
import { MarkdownText } from '@/components/MarkdownText';
import { mostMarks } from '@/components/marks';
import { PageHeader, PlaceLink } from '@/components/PageHeader';
import { PartFailed } from '@/components/PartFailed';
import { LoadingState } from '@/components/States';
import { moveKeys, recordKeys } from '@/keyboard/keys';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';
import {
  canArchiveDocument,
  canComment,
  canDeleteDocument,
  canEditDocument,
  canReclassify,
  canSeeAccessLog,
  canUnarchiveDocument,
  canUseAdminPanel,
} from '@/lib/permissions';
import { filesOf } from '@/lib/pictures';
import { requiredTerms } from '@/lib/query';
import { lineSafe } from '@/lib/text';
import { findMatches, type Range } from '@/lib/wordMatches';
import { ReclassifyDocument } from '@/records/reclassify/ReclassifyDocument';
import { useNavigate } from '@/router/RouterProvider';
import { useRecordTitle, useStatusLine } from '@/state/hooks';
import { useIdInAddress } from '@/state/useCurrentPlace';
import { useKeyMap } from '@/state/useKeyMap';
import { useView } from '@/state/useView';
import { ArchiveDocument } from './ArchiveDocument';
import { Byline, markOf } from './Byline';
import { Contents, focusContents } from './Contents.style';
import { useDeletion } from './DeleteDocument';
import { DocumentContent } from './DocumentContent';
import { Files } from './Files';
import { Download, EditLink, Print } from './HeadLinks';
import { MatchBar } from './MatchBar.style';
import { Neighbors } from './Neighbors.style';
import { ReadingLayout } from './ReadingLayout.style';
import { RecordPanel } from './RecordPanel';
import { References } from './References';
import { Unarchive } from './Unarchive';
import { Unreadable } from './Unreadable';
import { useReading, type Matches } from './useReading';
import { useTrail, type Trail } from './useTrail';
import { ViewBand, ViewChoice } from './ViewAs';
import { Watch } from './Watch';

/** Below the text, so not needed for the first paint. */
const Discussion = lazyPart(
  async () => (await import(/* webpackChunkName: "discussion" */ './discussion/Discussion')).Discussion,
  {
    waiting: (
      <Frame caption="Discussion" list>
        <LoadingState label="RETRIEVING COMMENTS" />
      </Frame>
    ),
    Failed: PartFailed,
  },
);

/** For administrators, and below the text. */
const AccessLog = lazyPart(
  async () => (await import(/* webpackChunkName: "discussion" */ './AccessLog')).AccessLog,
  { Failed: PartFailed },
);

export function ViewPage() {
  const id = useIdInAddress();
  const { asked } = useView();
  const { currentData: data, error, isFetching, refetch } = useGetDocumentQuery({ id, ...asked });
  const trail = useTrail(id);
  // A key that is held down opens one record after another; each is shown and logged.
  const isShown = data !== undefined || error !== undefined;
  useKeyMap({
    [moveKeys.next]: () => {
      if (isShown) trail.go('next');
    },
    [moveKeys.previous]: () => {
      if (isShown) trail.go('previous');
    },
  });
  // Requested in parallel with the document.
  useEffect(() => {
    void MarkdownText.preload();
    void Discussion.preload();
  }, []);

  return (
    <>
      <ViewBand />
      <Loaded
        query={{ data, error, isFetching, refetch }}
        what="document"
        waiting={
          <>
            <PageHeader busy folded title="Document" subtitle={shortId('DOC', id)} more={<ViewChoice />} />
            <LoadingState />
          </>
        }
        failed={(failure) => (
          <>
            <Unreadable {...failure} listPath={trail.listPath} />
            {trail.neighbors && <Neighbors {...trail.neighbors} />}
          </>
        )}
      >
        {(document) => <Reading key={document.id} document={document} trail={trail} />}
      </Loaded>
    </>
  );
}

interface ReadingProps {
  readonly document: DocumentRecord;
  readonly trail: Trail;
}

/** The status bar's text about the matches; `null` if none is current. */
function statusOf({ current, count }: Matches): string | null {
  return current === null ? null : `match ${current + 1} of ${count}`;
}

function Reading({ document, trail }: ReadingProps) {
  const { reader, link } = useView();
  const { box, onRendered, contents, heading, matches } = useReading();
  const { marked, neighbors } = trail;
  const terms = useMemo(() => requiredTerms(marked ?? ''), [marked]);
  const { title } = document;
  const titleMatches = useMemo(() => findMatches(lineSafe(title), terms, mostMarks), [title, terms]);
  useRecordTitle(title, `${shortId('DOC', document.id)} LEVEL ${document.clearanceLevel}`);
  useStatusLine('READ', statusOf(matches));
  const navigate = useNavigate();
  useKeyMap({
    [recordKeys.contents]: focusContents,
    [recordKeys.history]: () => void navigate(link(paths.documentHistory(document.id))),
    [recordKeys.nextMatch]: () => matches.step(1),
    [recordKeys.previousMatch]: () => matches.step(-1),
  });

  return (
    <>
      <DocumentHeader document={document} matches={titleMatches} listPath={trail.listPath} />
      <ReadingLayout
        contents={contents.length > 0 ? <Contents entries={contents} current={heading} /> : null}
        text={
          <>
            {marked !== null && terms.length > 0 && (
              <MatchBar
                query={marked}
                count={matches.count}
                isInTitle={titleMatches.length > 0}
                isCapped={matches.count === mostMarks}
                current={matches.current}
                onStep={matches.step}
                onRemove={trail.unmark}
              />
            )}
            <DocumentContent
              text={document.content ?? ''}
              links={document.links}
              files={filesOf(document)}
              marked={terms}
              onRendered={onRendered}
            />
            <Files document={document} marked={terms} />
          </>
        }
        side={
          <>
            <RecordPanel document={document} />
            <References document={document} />
          </>
        }
        foot={
          <>
            <Discussion document={document} text={box} />
            {canSeeAccessLog(reader) && (
              <div data-screen-only>
                <AccessLog id={document.id} />
              </div>
            )}
            {neighbors && <Neighbors {...neighbors} />}
          </>
        }
      />
    </>
  );
}

interface DocumentHeaderProps {
  readonly document: DocumentRecord;
  readonly matches: readonly Range[];
  readonly listPath: string;
}

/** The title and actions of a document. */
function DocumentHeader({ document, matches, listPath }: DocumentHeaderProps) {
  const { reader, link, level } = useView();
  const navigate = useNavigate();
  const [askDeletion, deletion] = useDeletion(() => void navigate(listPath, { replace: true }));
  const [archiving, setArchiving] = useState(false);
  const [reclassifying, setReclassifying] = useState(false);
  // The mark at the time of opening: to the server the record has been read since.
  const [mark] = useState(() => markOf(document));
  return (
    <>
      <PageHeader
        folded
        title={document.title}
        matches={matches}
        subtitle={<Byline document={document} mark={mark} />}
        actions={
          <>
            {level === null && canComment(reader) && (
              <Watch id={document.id} isWatched={document.isWatched} />
            )}
            {canEditDocument(reader, document) && <EditLink id={document.id} />}
            <LinkButton size="sm" to={link(paths.documentHistory(document.id))}>
              History <KeyCap>{recordKeys.history}</KeyCap>
            </LinkButton>
          </>
        }
        more={
          <>
            <ViewChoice />
            <PlaceLink to={listPath}>Documents</PlaceLink>
            <Download id={document.id} />
            <Print />
            {canArchiveDocument(reader, document) && (
              <Button onClick={() => setArchiving(true)}>
                {canUseAdminPanel(reader) ? 'Archive' : 'Request archive'}
              </Button>
            )}
            {canReclassify(reader) && <Button onClick={() => setReclassifying(true)}>Reclassify</Button>}
            {canUnarchiveDocument(reader, document) && <Unarchive id={document.id} />}
            {canDeleteDocument(reader, document) && (
              <Button variant="danger" onClick={() => askDeletion(document)}>
                Delete
              </Button>
            )}
          </>
        }
      />
      <ArchiveDocument document={archiving ? document : null} onClose={() => setArchiving(false)} />
      <ReclassifyDocument
        document={reclassifying ? document : null}
        onClose={() => setReclassifying(false)}
      />
      {deletion}
    </>
  );
}
