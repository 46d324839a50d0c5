import { useListDraftsQuery } from '@/api/endpoints';
import type { DraftSummary } from '@/api/types';
import { useFields } from '@/components/form/Form';
import { Isolated } from '@/components/Isolated';
import { writingKeys } from '@/keyboard/keys';
import { useScope } from '@/keyboard/useScope';
import { formatAgo } from '@/lib/ago';
import { formatMoment } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { shorten } from '@/lib/text';
import { useNavigate } from '@/router/RouterProvider';
import { useNow } from '@/state/useNow';
import { pathOfDraft, wordsOf } from './drafts';
import { polling } from './ownQueries';
import { StripBox, StripCell, StripLink } from './Strip.style';
import type { SubmissionHandle } from './useSubmissionForm';

/** Longest title in the strip, in characters. */
const longest = 40;

/** How many drafts have a cell of their own on a wide window; the newest has one on every window. */
const most = 3;

/** With Alt, some keyboards type another character. */
const continues: ReadonlySet<string> = new Set([writingKeys.continueDraft, 'ç']);

function DraftCell({ draft, now, isNewest }: { draft: DraftSummary; now: number; isNewest: boolean }) {
  return (
    <StripLink
      to={pathOfDraft(draft)}
      title={formatMoment(draft.updatedAt)}
      wideOnly={!isNewest}
      hotkey={isNewest ? 'Alt C' : null}
    >
      {isNewest && <b>CONTINUE</b>} <Isolated>{wordsOf(draft, longest)}</Isolated>,{' '}
      {formatAgo(draft.updatedAt, now)}
    </StripLink>
  );
}

/** The record at hand, and the drafts that wait to be continued, the newest first. Nothing without drafts. */
export function DraftStrip({ handle: { form, slot } }: { readonly handle: SubmissionHandle }) {
  const navigate = useNavigate();
  const { data = [] } = useListDraftsQuery(undefined, { refetchOnMountOrArgChange: true });
  const { values } = useFields(form);
  const now = useNow(polling);
  const own = slot.kept().draft?.id;
  const drafts = data.filter(({ id }) => id !== own);
  const [newest] = drafts;
  useScope('field', ({ key, modifiers }) =>
    newest !== undefined && modifiers === 'alt' && continues.has(key.toLowerCase())
      ? () => void navigate(pathOfDraft(newest))
      : null,
  );
  if (newest === undefined) return null;
  const title = values.title.trim();
  return (
    <StripBox label="Drafts">
      <StripCell>{title === '' ? 'New record' : <Isolated>{shorten(title, longest)}</Isolated>}</StripCell>
      {drafts.slice(0, most).map((draft) => (
        <DraftCell key={draft.id} draft={draft} now={now} isNewest={draft === newest} />
      ))}
      <StripLink to={paths.drafts()}>All drafts ({drafts.length})</StripLink>
    </StripBox>
  );
}
