import type { PendingEdit } from '@/api/types';
import { LinkButton } from '@/components/Button';
import { DraftRow } from '@/components/DraftRow';
import { Frame } from '@/components/Frame';
import { Loaded, type LoadedQuery } from '@/components/Loaded';
import { EmptyState } from '@/components/States';
import { VirtualList } from '@/components/VirtualList';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { formatDate, formatDateTime } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { useStatusLine } from '@/state/hooks';
import { useRowKeys } from '@/state/useRowKeys';

const keyOf = ({ id }: PendingEdit) => id;

const render = ({ documentId, title, createdAt }: PendingEdit) => (
  <DraftRow
    title={title}
    to={paths.document(documentId)}
    category="document edit"
    level={null}
    saved={`proposed ${formatDate(createdAt)}`}
    whole={formatDateTime(createdAt)}
    start="Waiting for review. The document stays as it is until then."
    actions={
      <LinkButton size="sm" to={paths.document(documentId)}>
        View record<VisuallyHidden> {title}</VisuallyHidden>
      </LinkButton>
    }
  />
);

/** The edits of documents that the user proposed and nobody has decided. */
export function PendingEdits({ query }: { readonly query: LoadedQuery<readonly PendingEdit[]> }) {
  return (
    <Loaded
      query={query}
      what="pending edits"
      label="RETRIEVING EDITS"
      empty={
        <EmptyState
          title="NO PENDING EDITS"
          hint="Edits that you propose for your documents wait here for review."
        />
      }
    >
      {(edits) => <Edits edits={edits} />}
    </Loaded>
  );
}

function Edits({ edits }: { readonly edits: readonly PendingEdit[] }) {
  useRowKeys();
  useStatusLine('READY', String(edits.length));
  return (
    <Frame caption={`Pending edits ${edits.length}`} flush>
      <VirtualList label="Pending edits" items={edits} itemKey={keyOf} estimate={72} render={render} />
    </Frame>
  );
}
