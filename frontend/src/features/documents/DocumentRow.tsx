import { Link } from 'react-router-dom';
import type { DocumentSummary } from '@/api/types';
import { LevelBadge } from '@/components/Badge';
import { Button, LinkButton } from '@/components/Button';
import { DataRow } from '@/components/DataRow';
import { FileLink } from '@/components/FileLink';
import { Marked } from '@/components/Marked';
import { Text } from '@/components/Text';
import { formatDate } from '@/lib/dates';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';

interface DocumentRowProps {
  readonly document: DocumentSummary;
  /** Asks to have the document removed; `null` for readers who may not. */
  readonly onDelete: ((document: DocumentSummary) => void) | null;
}

/** A document in the repository. */
export function DocumentRow({ document, onDelete }: DocumentRowProps) {
  const { id, title, titleMatches, category, clearanceLevel, createdAt, filePath } = document;
  return (
    <DataRow
      title={
        <Link to={paths.document(id)}>
          <Marked text={title} ranges={titleMatches} />
        </Link>
      }
      meta={
        <>
          <span>{shortId('DOC', id)}</span>
          <LevelBadge level={clearanceLevel} />
          <span>{category}</span>
          <span>{formatDate(createdAt)}</span>
          <Text tone="ok" size="dense">
            APPROVED
          </Text>
          {filePath !== null && (
            <FileLink href={filePath} about={title}>
              Attachment
            </FileLink>
          )}
        </>
      }
      actions={
        <>
          <LinkButton size="sm" to={paths.document(id)} aria-label={`View ${title}`}>
            View
          </LinkButton>
          {onDelete && (
            <Button
              size="sm"
              variant="danger"
              aria-label={`Delete ${title}`}
              onClick={() => {
                onDelete(document);
              }}
            >
              Delete
            </Button>
          )}
        </>
      }
    >
      {document.snippet === null ? (
        document.preview
      ) : (
        <Marked text={document.snippet} ranges={document.matches} />
      )}
    </DataRow>
  );
}
