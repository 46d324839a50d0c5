import { useArchivePagesInfiniteQuery } from '@/api/endpoints';
import type { ArchivedDocument, ArchiveSection } from '@/api/types';
import { Stack } from '@/components/Layout';
import { LevelCells } from '@/components/LevelCells';
import { VirtualList } from '@/components/list/VirtualList';
import { Loaded } from '@/components/Loaded';
import { EmptyState, ErrorState } from '@/components/States';
import { formatDate } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { plural } from '@/lib/text';
import { FileMark } from '@/records/rows/FileMark';
import { MoreFiles } from '@/records/rows/MoreFiles';
import { Link } from '@/router/Link';
import { useStatusLine } from '@/state/hooks';
import { useCursorList } from '@/state/useCursorList';
import { useRowKeys } from '@/state/useRowKeys';
import { ArchivedHeads, ArchivedLine } from './ArchiveShelf.style';

/** Usual height of a line, in pixels. */
const lineHeight = 32;

const idOf = ({ id }: ArchivedDocument) => id;

function Line(document: ArchivedDocument) {
  const { id, title, category, clearanceLevel, archivedAt, filePath } = document;
  return (
    <ArchivedLine
      name={title}
      title={<Link to={paths.document(id)}>{title}</Link>}
      file={
        filePath !== null && (
          <>
            <FileMark href={filePath} label={`Attachment of ${title}`} />
            <MoreFiles record={document} to={paths.document(id)} />
          </>
        )
      }
      level={<LevelCells level={clearanceLevel} />}
      category={category}
      archived={archivedAt === null ? 'UNKNOWN' : <time dateTime={archivedAt}>{formatDate(archivedAt)}</time>}
    />
  );
}

const render = (document: ArchivedDocument) => <Line {...document} />;

/** The documents of a section that the reader may see, the last archived first. */
export function SectionDocuments({ section }: { readonly section: ArchiveSection }) {
  const documents = useCursorList(useArchivePagesInfiniteQuery(section.id));
  const { failure, retry, fetchMore } = documents;
  const total = documents.pages.at(-1)?.total;
  useStatusLine('READY', total === undefined ? null : plural(total, 'document'));
  useRowKeys();
  return (
    <Loaded
      query={documents}
      what="archived documents"
      label="RETRIEVING ARCHIVE"
      empty={
        <EmptyState title="NO ARCHIVED DOCUMENTS" hint="Nothing in this section is within your clearance." />
      }
    >
      {(shown) => (
        <Stack>
          <div aria-busy={documents.isFetching}>
            <ArchivedHeads />
            <VirtualList
              label={`Documents of ${section.name}`}
              items={shown}
              itemKey={idOf}
              total={total}
              estimate={lineHeight}
              onEndReached={fetchMore}
              render={render}
            />
          </div>
          {failure !== null && (
            <ErrorState title="Failed to load more archived documents" message={failure} onRetry={retry} />
          )}
        </Stack>
      )}
    </Loaded>
  );
}
