import { useEffect, useRef } from 'react';
import { useUpdateArchiveSectionMutation } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { ArchiveSection } from '@/api/types';
import { Badge } from '@/components/Badge';
import { Button } from '@/components/Button';
import { useConfirm } from '@/components/dialog/ConfirmDialog';
import { Isolated } from '@/components/Isolated';
import { Row } from '@/components/Layout';
import { TextLink } from '@/components/TextLink';
import { useOnePane } from '@/components/useMedia';
import { formatDate } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { canManageSections } from '@/lib/permissions';
import { lineSafe } from '@/lib/text';
import { ShelfHead, ShelfTitle } from './ArchiveShelf.style';

interface SectionHeadProps {
  readonly section: ArchiveSection;
  readonly parent: ArchiveSection | undefined;
  readonly onEdit: () => void;
}

/** The facts of a section, and the actions of administrators. */
export function SectionHead({ section, parent, onEdit }: SectionHeadProps) {
  const user = useUser();
  const { id, name, description, isActive, metadata, createdAt, createdByUsername } = section;
  const facts = Object.entries(metadata ?? {}).map(([term, value]) => `${term}: ${value}`);
  const onePane = useOnePane();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The list it was chosen from is no longer on the page.
    if (onePane) title.current?.focus();
  }, [onePane, id]);
  return (
    <ShelfHead>
      <Row gap="md">
        <ShelfTitle ref={title} tabIndex={-1}>
          {lineSafe(name)}
        </ShelfTitle>
        {!isActive && <Badge tone="warn">Closed</Badge>}
      </Row>
      {description !== '' && <p>{description}</p>}
      {facts.length > 0 && <p>{facts.join(' / ')}</p>}
      <p>
        Created {formatDate(createdAt)} by {createdByUsername}
        {parent !== undefined && (
          <>
            , part of <TextLink to={paths.archiveSection(parent.id)}>{parent.name}</TextLink>
          </>
        )}
        .
      </p>
      {canManageSections(user) && (
        <Row gap="sm">
          <Button size="sm" onClick={onEdit}>
            Edit section
          </Button>
          <CloseSection section={section} />
        </Row>
      )}
    </ShelfHead>
  );
}

/** Closes a section after a confirmation, or reopens it. */
function CloseSection({ section: { id, name, isActive } }: { readonly section: ArchiveSection }) {
  const [updateSection, { isLoading }] = useUpdateArchiveSectionMutation();
  const change = () => updateSection({ id, updateSectionRequest: { isActive: !isActive } });
  const [ask, question] = useConfirm(() => ({
    title: 'Close section',
    description: (
      <>
        Close "<Isolated>{name}</Isolated>"? It takes no more documents, and only administrators see it. Its
        documents stay in the archive, and you can reopen it.
      </>
    ),
    confirmLabel: 'Close section',
    onConfirm: change,
  }));
  return (
    <>
      <Button
        size="sm"
        busy={isLoading}
        onClick={() => {
          if (isActive) ask();
          else void change();
        }}
      >
        {isActive ? 'Close section' : 'Reopen section'}
      </Button>
      {question}
    </>
  );
}
