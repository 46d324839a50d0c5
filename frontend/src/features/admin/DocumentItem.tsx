import { Fragment } from 'react';
import { useUser } from '@/api/selectors';
import type { AdminDocument } from '@/api/types';
import { Badge } from '@/components/Badge';
import { Button, LinkButton } from '@/components/Button';
import { Excerpt } from '@/components/Excerpt';
import { LevelCells } from '@/components/LevelCells';
import { Redacted } from '@/components/Text';
import { pressedBy } from '@/keyboard/controls';
import { managementKeys } from '@/keyboard/keys';
import { formatDate } from '@/lib/dates';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { canReadDocument, canReclassify } from '@/lib/permissions';
import { adminPreviewLength, shorten } from '@/lib/text';
import { CompactRow } from '@/records/rows/RecordRow';
import { Link } from '@/router/Link';
import { marksOf } from './documents';

interface DocumentItemProps {
  readonly document: AdminDocument;
  /** The current time, which decides whether the document is released, in milliseconds. */
  readonly now: number;
  readonly onReclassify: (document: AdminDocument) => void;
  readonly onDelete: (document: AdminDocument) => void;
}

/** A document in the list. If it is above the administrator's level, its text is redacted and it cannot be opened. */
export function DocumentItem({ document, now, onReclassify, onDelete }: DocumentItemProps) {
  const user = useUser();
  const readable = canReadDocument(user, document);
  const { id, title, clearanceLevel, category, createdAt, submittedByUsername, preview, redacted } = document;
  return (
    <CompactRow
      id={shortId('DOC', id)}
      level={<LevelCells level={clearanceLevel} />}
      name={title}
      title={readable ? <Link to={paths.document(id)}>{title}</Link> : title}
      file={null}
      category={category}
      author={submittedByUsername}
      date={<time dateTime={createdAt}>{formatDate(createdAt)}</time>}
      context={
        <>
          {marksOf(document, now).map(({ word, tone }) => (
            <Fragment key={word}>
              <Badge tone={tone}>{word}</Badge>{' '}
            </Fragment>
          ))}
          {redacted ? <Redacted /> : <Excerpt text={shorten(preview ?? '', adminPreviewLength)} />}
        </>
      }
      actions={
        <>
          {readable && (
            <LinkButton size="sm" to={paths.document(id)} aria-label={`View ${title}`}>
              View
            </LinkButton>
          )}
          {readable && canReclassify(user) && (
            <Button
              size="sm"
              ref={pressedBy(managementKeys.reclassify)}
              aria-label={`Reclassify ${title}`}
              onClick={() => onReclassify(document)}
            >
              Reclassify
            </Button>
          )}
          <Button
            size="sm"
            variant="danger"
            aria-label={`Delete ${title}`}
            onClick={() => onDelete(document)}
          >
            Delete
          </Button>
        </>
      }
    />
  );
}
