import { useListUsersQuery } from '@/api/endpoints';
import type { AdminEdit, Diff } from '@/api/types';
import type { Definition } from '@/components/DefinitionList';
import { Text } from '@/components/Text';
import { TextLink } from '@/components/TextLink';
import { pressedBy } from '@/keyboard/controls';
import { reviewKeys } from '@/keyboard/keys';
import { clearanceName } from '@/lib/clearance';
import { formatMoment } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { Changes, FromTo, TitleChange, WordCount } from '@/records/changes/Changes';
import { day, timeLeft } from './queue';
import { isOver } from './review';
import { timesOutAt } from './reviewQueue';

const levelWords = (level: number) => `L${level} ${clearanceName(level)}`;

function levelChange([from, to]: readonly [number, number]): Definition {
  const remark = to > from ? 'raised' : 'lowered';
  return { term: 'Level', value: <FromTo from={levelWords(from)} to={levelWords(to)} remark={remark} /> };
}

function textChanges({ title, added, removed }: Diff): readonly Definition[] {
  const isRenamed = title.some(({ kind }) => kind !== 'same');
  return [
    ...(isRenamed ? [{ term: 'Title', value: <TitleChange segments={title} /> }] : []),
    { term: 'Text', value: <WordCount added={added} removed={removed} /> },
  ];
}

interface EditFactsProps {
  readonly edit: AdminEdit;
  /** `null` until it is loaded, and where the text is withheld. */
  readonly diff: Diff | null;
  /** The time, in milliseconds since the epoch. */
  readonly now: number;
}

/** Who proposed an edit, when, and how long it still waits. */
function Author({ edit, now }: Pick<EditFactsProps, 'edit' | 'now'>) {
  const { data: accounts } = useListUsersQuery({});
  const author = accounts?.find(({ id }) => id === edit.submittedBy);
  const left = timesOutAt(edit) - now;
  return (
    <>
      <Text size="dense" tone="bright">
        {edit.submittedByUsername}
      </Text>
      {author && ` L${author.clearanceLevel}`}, {edit.resubmittedAt === null ? 'sent' : 'resubmitted'}{' '}
      {formatMoment(edit.resubmittedAt ?? edit.createdAt)}
      {!isOver(edit) && (
        <>
          ,{' '}
          <Text size="dense" tone={left < day ? 'warn' : 'text'}>
            {timeLeft(left)}
          </Text>
        </>
      )}
      {'. '}
      <TextLink to={paths.document(edit.documentId)} ref={pressedBy(reviewKeys.open)}>
        Open record
      </TextLink>
    </>
  );
}

/** What an edit is about: level and category first, then who proposed it, when, and why. */
export function EditFacts({ edit, diff, now }: EditFactsProps) {
  const { currentDocument: document } = edit;
  const [oldLevel = document.clearanceLevel, newLevel = edit.clearanceAfter] = diff?.clearanceLevel ?? [];
  const changes: Definition[] = [
    levelChange([oldLevel, newLevel]),
    { term: 'Category', value: <FromTo from={document.category} to={edit.category} /> },
    ...(diff === null ? [] : textChanges(diff)),
    { term: 'Author', value: <Author edit={edit} now={now} /> },
    ...(edit.changeDescription === null ? [] : [{ term: 'Reason', value: edit.changeDescription }]),
  ];
  if (edit.attempt > 1) changes.push({ term: 'Attempt', value: edit.attempt });
  if (edit.maxApprovalSteps > 1)
    changes.push({ term: 'Step', value: `${edit.approvalStep} of ${edit.maxApprovalSteps}` });
  return <Changes changes={changes} />;
}
