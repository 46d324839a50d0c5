import type { ArchiveRequest } from '@/api/types';
import { LevelBadge } from '@/components/Badge';
import { Excerpt } from '@/components/Excerpt';
import { Stack } from '@/components/Layout';
import { Text } from '@/components/Text';
import { TextLink } from '@/components/TextLink';
import { pressedBy } from '@/keyboard/controls';
import { reviewKeys } from '@/keyboard/keys';
import { formatDate } from '@/lib/dates';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { CaseNote, LevelRequired } from '@/records/desk/CaseNote';
import { CasePane, type CasePlace } from './CasePane.style';
import { Facts } from './Facts.style';
import { AttachmentLine } from '@/records/rows/AttachmentLine';
import { RequestDecision } from './RequestDecision';
import { sectionOf } from './requests';

interface RequestCaseProps {
  readonly request: ArchiveRequest;
  readonly isOver: boolean;
  readonly place: CasePlace | null;
  readonly onDone: (id: string) => void;
}

/** One request: the record, where it would go, and the decision. */
export function RequestCase({ request, isOver, place, onDone }: RequestCaseProps) {
  const { id, title, category, clearanceLevel, archiveRequestedAt, archiveRequestedBy, excerpt } = request;
  const requester = shortId('USR', archiveRequestedBy ?? '');
  return (
    <CasePane
      id={id}
      label={shortId('DOC', id)}
      title={title}
      place={place}
      facts={
        <Facts
          facts={[
            { term: 'Level', value: <LevelBadge level={clearanceLevel} /> },
            { term: 'Category', value: category },
            { term: 'Requested', value: formatDate(archiveRequestedAt ?? request.createdAt), isNamed: true },
            { term: 'Requester', value: `${requester} ${request.archiveRequestedByUsername}` },
            { term: 'Request', value: shortId('DOC', id) },
            { term: 'Section', value: sectionOf(request), isNamed: true },
          ]}
        />
      }
      bar={<RequestDecision key={`decision ${id}`} request={request} isOver={isOver} onDone={onDone} />}
    >
      <CaseNote>
        {isOver ? 'This request is no longer pending. Another administrator decided it.' : null}
      </CaseNote>
      {request.redacted ? (
        <LevelRequired level={clearanceLevel} />
      ) : (
        <Stack gap="md">
          <Text as="p">
            <Excerpt text={excerpt ?? ''} />
          </Text>
          {request.filePath !== null && (
            <AttachmentLine href={request.filePath} attachment={request.attachment} />
          )}
          <p>
            <TextLink to={paths.document(id)} ref={pressedBy(reviewKeys.open)}>
              View record
            </TextLink>
          </p>
        </Stack>
      )}
    </CasePane>
  );
}
