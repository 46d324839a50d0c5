import { useUser } from '@/api/selectors';
import type { AdminDocument } from '@/api/types';
import { Badge, LevelBadge } from '@/components/Badge';
import { Button, LinkButton } from '@/components/Button';
import { DataRow } from '@/components/DataRow';
import { Redacted } from '@/components/Text';
import { TextLink } from '@/components/TextLink';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { formatDate } from '@/lib/dates';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { canReadDocument } from '@/lib/permissions';
import { adminPreviewLength, shorten } from '@/lib/text';
import { marksOf } from './documents';

interface DocumentItemProps {
  readonly document: AdminDocument;
  /** The moment that decides what is released, in milliseconds. */
  readonly now: number;
  readonly onDelete: (document: AdminDocument) => void;
}

/** A document in the control panel. Above the administrator's own level its text is withheld and it cannot be opened. */
export function DocumentItem({ document, now, onDelete }: DocumentItemProps) {
  const user = useUser();
  const readable = canReadDocument(user, document);
  const { id, title, clearanceLevel, category, createdAt, submittedByUsername, preview, redacted } = document;
  return (
    <DataRow
      title={readable ? <TextLink to={paths.document(id)}>{title}</TextLink> : title}
      meta={
        <>
          <span>{shortId('DOC', id)}</span>
          <LevelBadge level={clearanceLevel} />
          <span>{category}</span>
          <span>{formatDate(createdAt)}</span>
          <span>BY {submittedByUsername}</span>
          {marksOf(document, now).map(({ word, tone }) => (
            <Badge key={word} tone={tone}>
              {word}
            </Badge>
          ))}
        </>
      }
      actions={
        <>
          {readable && (
            <LinkButton size="sm" to={paths.document(id)}>
              View<VisuallyHidden> {title}</VisuallyHidden>
            </LinkButton>
          )}
          <Button
            size="sm"
            variant="danger"
            onClick={() => {
              onDelete(document);
            }}
          >
            Delete<VisuallyHidden> {title}</VisuallyHidden>
          </Button>
        </>
      }
    >
      {redacted ? <Redacted /> : shorten(preview ?? '', adminPreviewLength)}
    </DataRow>
  );
}
