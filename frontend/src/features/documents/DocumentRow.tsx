import type { ReactNode } from 'react';
import type { DocumentSummary } from '@/api/types';
import { LevelBadge } from '@/components/Badge';
import { Button, LinkButton } from '@/components/Button';
import { Excerpt } from '@/components/Excerpt';
import { LevelCells } from '@/components/LevelCells';
import { MarkedTitle } from '@/components/Marked';
import { Text } from '@/components/Text';
import { pressedBy } from '@/keyboard/controls';
import { repositoryKeys } from '@/keyboard/keys';
import type { ClearanceLevel } from '@/lib/clearance';
import { formatDate } from '@/lib/dates';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { withView } from '@/lib/viewAs';
import { FileMatchLine } from '@/records/rows/FileMatchLine';
import { FileLink } from '@/records/rows/FileLink';
import { FileMark } from '@/records/rows/FileMark';
import { MoreFiles } from '@/records/rows/MoreFiles';
import { ComfortableRow, CompactRow } from '@/records/rows/RecordRow';
import { Link } from '@/router/Link';
import type { RecordState } from '@/state/recordState';
import { AuthorLink } from './AuthorLink';
import type { Density } from './useDensity';

interface DocumentRowProps {
  readonly document: DocumentSummary;
  readonly density: Density;
  /** The preview level of the list; `null` for the user's own view. */
  readonly viewLevel: ClearanceLevel | null;
  /** Router state for its links, with the position in the list. */
  readonly linkState?: RecordState | undefined;
  /** Opens the archive dialog; `null` if the reader may not archive it. */
  readonly onArchive: ((document: DocumentSummary) => void) | null;
  /** Asks for confirmation of the deletion; `null` if the reader may not delete it. */
  readonly onDelete: ((document: DocumentSummary) => void) | null;
  readonly canEdit: boolean;
}

function Actions(props: Omit<DocumentRowProps, 'density'>) {
  const { document, viewLevel, linkState, onArchive, onDelete, canEdit } = props;
  const { id, title } = document;
  return (
    <>
      <LinkButton
        size="sm"
        to={withView(paths.document(id), viewLevel)}
        state={linkState}
        aria-label={`View ${title}`}
      >
        View
      </LinkButton>
      <LinkButton
        size="sm"
        to={withView(paths.documentHistory(id), viewLevel)}
        aria-label={`History of ${title}`}
        aria-keyshortcuts={repositoryKeys.history}
        ref={pressedBy(repositoryKeys.history)}
      >
        History
      </LinkButton>
      {canEdit && (
        <LinkButton
          size="sm"
          to={paths.documentEdit(id)}
          aria-label={`Edit ${title}`}
          aria-keyshortcuts={repositoryKeys.edit}
          ref={pressedBy(repositoryKeys.edit)}
        >
          Edit
        </LinkButton>
      )}
      {onArchive && (
        <Button
          size="sm"
          aria-label={`Archive ${title}`}
          aria-keyshortcuts={repositoryKeys.archive}
          ref={pressedBy(repositoryKeys.archive)}
          onClick={() => onArchive(document)}
        >
          Archive
        </Button>
      )}
      {onDelete && (
        <Button size="sm" variant="danger" aria-label={`Delete ${title}`} onClick={() => onDelete(document)}>
          Delete
        </Button>
      )}
    </>
  );
}

/** Where a search was found in a record: in its text, in a file, or both; `null` without a search. */
function contextOf({ snippet, matches, fileMatch }: DocumentSummary): ReactNode {
  const isInText = snippet !== null && (fileMatch === null || (matches?.length ?? 0) > 0);
  if (!isInText && fileMatch === null) return null;
  return (
    <>
      {isInText && <Excerpt text={snippet} ranges={matches} />}
      {fileMatch !== null && <FileMatchLine match={fileMatch} />}
    </>
  );
}

/** A document in the repository: on one line, or with the start of its text. */
export function DocumentRow(props: DocumentRowProps) {
  const { document, density, viewLevel, linkState, onArchive, onDelete, canEdit } = props;
  const { id, title, titleMatches, category, clearanceLevel, createdAt, filePath } = document;
  const address = withView(paths.document(id), viewLevel);
  const more = <MoreFiles record={document} to={address} state={linkState} />;
  const shown = {
    name: title,
    mark: document.mark,
    pictures: document.pictures,
    title: (
      <Link to={address} state={linkState}>
        <MarkedTitle text={title} ranges={titleMatches} />
      </Link>
    ),
    actions: <Actions {...{ document, viewLevel, linkState, onArchive, onDelete, canEdit }} />,
  };
  const context = contextOf(document);
  const date = <time dateTime={createdAt}>{formatDate(createdAt)}</time>;
  if (density === 'compact')
    return (
      <CompactRow
        {...shown}
        id={shortId('DOC', id)}
        level={<LevelCells level={clearanceLevel} />}
        file={
          filePath !== null && (
            <>
              <FileMark href={filePath} label={`Attachment of ${title}`} />
              {more}
            </>
          )
        }
        category={category}
        author={document.submittedByUsername}
        date={date}
        context={context}
      />
    );
  return (
    <ComfortableRow
      {...shown}
      meta={
        <>
          <span data-cell="id">{shortId('DOC', id)}</span>
          <span data-cell="level">
            <LevelBadge level={clearanceLevel} />
          </span>
          <span data-cell="category">{category}</span>
          <span data-cell="author">
            <AuthorLink name={document.submittedByUsername} />
          </span>
          <span data-cell="date">{date}</span>
          <Text tone="ok" size="dense">
            APPROVED
          </Text>
          {filePath !== null && (
            <FileLink href={filePath} about={title}>
              Attachment
            </FileLink>
          )}
          {more}
        </>
      }
    >
      {context ?? <Excerpt text={document.preview ?? ''} />}
    </ComfortableRow>
  );
}
