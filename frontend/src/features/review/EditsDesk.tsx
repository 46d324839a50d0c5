import {
  useGetDocumentEditQuery,
  useListDocumentEditsQuery,
  usePrefetch,
  useReviewDocumentEditMutation,
} from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { AdminEdit, Diff, EditCase as WholeEdit } from '@/api/types';
import type { Definition } from '@/components/DefinitionList';
import { usePreload } from '@/components/lazyPart';
import { MarkdownText } from '@/components/MarkdownText';
import { TextLink } from '@/components/TextLink';
import { pressedBy } from '@/keyboard/controls';
import { reviewKeys } from '@/keyboard/keys';
import { attachedFiles } from '@/lib/attachedFiles';
import { clearanceName } from '@/lib/clearance';
import { formatMoment } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { filesOf } from '@/lib/pictures';
import { Changed, Changes, FromTo, WordCount } from '@/records/changes/Changes';
import { fileSegments, haveFilesChanged } from '@/lib/fileSegments';
import { CaseNote } from '@/records/desk/CaseNote';
import { FileList } from '@/records/rows/FileList';
import { adminPolling, usePolling } from '@/state/usePolling';
import { CaseDesk, type OpenCase } from './CaseDesk';
import { CaseHistory, LevelRequired } from './CasePane.style';
import { AuthorName, StepsSoFar, TimeLeft } from './caseParts';
import { CasePast } from './CasePast';
import { CaseText } from './CaseText';
import { checkDecision, emptyDecision, isOver, overWords, rejectionWords, takenWords } from './decision';
import { DeskCase } from './DeskCase';
import { EditComparison, StaleEdit } from './EditComparison';
import { barredFromEdit, editButton, editDraft, editQuestion, levelNeeded, rowOfEdit } from './edits';
import type { CaseKind, ChoiceProps } from './kind';
import { queueSummary } from './queue';
import { StepChoice } from './StepChoice';
import { keptWords } from './useDesk';

const levelWords = (level: number) => `L${level} ${clearanceName(level)}`;

function textChanges({ title, added, removed }: Diff): readonly Definition[] {
  const isRenamed = title.some(({ kind }) => kind !== 'same');
  return [
    ...(isRenamed ? [{ term: 'Title', value: <Changed segments={title} /> }] : []),
    { term: 'Text', value: <WordCount added={added} removed={removed} /> },
  ];
}

/** The files of an edit, if it adds or removes any. */
function fileChanges(item: AdminEdit | WholeEdit): readonly Definition[] {
  const files = fileSegments(attachedFiles(item.currentDocument), attachedFiles(item));
  return haveFilesChanged(files) ? [{ term: 'Files', value: <Changed segments={files} /> }] : [];
}

interface FactsProps {
  readonly item: AdminEdit | WholeEdit;
  /** The time, in milliseconds since the epoch. */
  readonly now: number;
}

/** Who proposed an edit, when, and how long it still waits. */
function Author({ item, now }: FactsProps) {
  return (
    <>
      <AuthorName item={item} />, {item.resubmittedAt === null ? 'sent' : 'resubmitted'}{' '}
      {formatMoment(item.resubmittedAt ?? item.createdAt)}
      {!isOver(item) && (
        <>
          , <TimeLeft item={item} now={now} />
        </>
      )}
      {'. '}
      <TextLink to={paths.document(item.documentId)} ref={pressedBy(reviewKeys.open)}>
        Open record
      </TextLink>
    </>
  );
}

/** What an edit is about: level and category first, then who proposed it, when, and why. */
function EditFacts({ item, now }: FactsProps) {
  const { currentDocument: document } = item;
  // Not there until it is loaded, and where the text is withheld.
  const diff = 'diff' in item ? item.diff : null;
  const [from = document.clearanceLevel, to = item.clearanceAfter] = diff?.clearanceLevel ?? [];
  const level = (
    <FromTo from={levelWords(from)} to={levelWords(to)} remark={to > from ? 'raised' : 'lowered'} />
  );
  const changes: Definition[] = [
    { term: 'Level', value: level },
    { term: 'Category', value: <FromTo from={document.category} to={item.category} /> },
    ...(diff === null ? [] : [...textChanges(diff), ...fileChanges(item)]),
    { term: 'Author', value: <Author item={item} now={now} /> },
    ...(item.changeDescription === null ? [] : [{ term: 'Reason', value: item.changeDescription }]),
  ];
  if (item.attempt > 1) changes.push({ term: 'Attempt', value: item.attempt });
  if (item.maxApprovalSteps > 1)
    changes.push({ term: 'Step', value: `${item.approvalStep} of ${item.maxApprovalSteps}` });
  return <Changes changes={changes} />;
}

function EditNote({ item, opened }: { readonly item: AdminEdit; readonly opened: AdminEdit }) {
  const user = useUser();
  const over = overWords(item, user);
  const { version } = item.currentDocument;
  // Once decided, the decision itself may have changed it.
  const hasChanged = item.status === 'pending' && version > opened.currentDocument.version;
  const news = [
    takenWords(item, opened.approvalStep, user),
    hasChanged &&
      `The document has changed while this case was open: version ${version} is on file. The comparison shows it.`,
  ];
  const words = over ?? news.filter(Boolean).join(' ');
  if (words === '') return <CaseNote>{null}</CaseNote>;
  return (
    <CaseNote>
      {words}
      {over !== null && keptWords(user.id, editDraft(item.id))}{' '}
      <TextLink to={paths.documentHistory(item.documentId)}>Version history</TextLink>
    </CaseNote>
  );
}

function EditPast({ item: { previous } }: { readonly item: AdminEdit }) {
  return previous && <CasePast kind="EDIT" previous={previous} onCompare={null} />;
}

function EditText({ item, form, disabled }: ChoiceProps<WholeEdit>) {
  const user = useUser();
  return (
    <>
      {item.redacted || item.diff === null ? (
        <LevelRequired level={levelNeeded(item, user)} />
      ) : (
        <StaleEdit edit={item} form={form} disabled={disabled}>
          <CaseText
            of="edit"
            text={item.content ?? ''}
            files={filesOf(item)}
            comparison={<EditComparison edit={item} diff={item.diff} form={form} />}
          />
          <FileList files={attachedFiles(item)} />
        </StaleEdit>
      )}
      {item.approvalSteps.length > 0 && (
        <CaseHistory>
          <StepsSoFar item={item} />
        </CaseHistory>
      )}
    </>
  );
}

function Steps(props: ChoiceProps<WholeEdit>) {
  return props.isBarred ? null : <StepChoice {...props} least={2} />;
}

const kind: CaseKind<AdminEdit, WholeEdit> = {
  prefix: 'EDIT',
  pathOf: paths.editCase,
  outlivesQueue: true,
  rowOf: rowOfEdit,
  draftName: editDraft,
  queue: {
    title: 'Edits',
    what: 'document edits',
    loading: 'RETRIEVING EDITS',
    none: 'NO DOCUMENT EDITS AWAITING REVIEW',
    hint: 'New edits appear here.',
  },
  what: 'the edit',
  loading: 'RETRIEVING EDIT',
  reader: 'author',
  check: checkDecision,
  begin: () => emptyDecision,
  barredFrom: barredFromEdit,
  isOver,
  decidable: (known) => ('diff' in known ? known : null),
  button: editButton,
  approval: editQuestion,
  rejection: (edit) => rejectionWords('EDIT', edit),
  Facts: EditFacts,
  hasFactsInText: true,
  Note: EditNote,
  Past: EditPast,
  Text: EditText,
  MoreChoices: Steps,
};

function EditCase(open: OpenCase<AdminEdit>) {
  const { id } = open;
  const query = useGetDocumentEditQuery(id, usePolling(adminPolling));
  const [review] = useReviewDocumentEditMutation();
  return (
    <DeskCase
      kind={kind}
      open={open}
      query={query}
      // A refusal means that the queue or the document has changed: both are loaded again either way.
      send={(reviewEditRequest) => review({ id, reviewEditRequest }).unwrap()}
    />
  );
}

/** The document edits that wait for a decision: the queue, and one of them beside it, compared with its document. */
export function EditsDesk() {
  usePreload(MarkdownText);
  const query = useListDocumentEditsQuery(queueSummary);
  const prefetch = usePrefetch('getDocumentEdit');
  return <CaseDesk kind={kind} query={query} onExpect={prefetch} Case={EditCase} />;
}
