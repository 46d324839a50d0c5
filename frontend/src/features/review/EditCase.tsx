import { useState } from 'react';
import { useGetDocumentEditQuery } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { AdminEdit, EditCase as WholeEdit } from '@/api/types';
import { Loaded } from '@/components/Loaded';
import { TextLink } from '@/components/TextLink';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { CaseHistory, CaseNote, LevelRequired } from '@/records/desk/CaseNote';
import { CasePane } from './CasePane.style';
import { NoDecision } from './DecisionBar.style';
import { adminPolling, usePolling } from '@/state/usePolling';
import { ApprovalSteps } from './ApprovalSteps';
import type { OpenCase } from './CaseDesk';
import { CasePast } from './CasePast';
import { CaseText } from './CaseText';
import { EditComparison, StaleEdit } from './EditComparison';
import { EditDecision } from './EditDecision';
import { EditFacts } from './EditFacts';
import { barredFromEdit, editDraft, levelNeeded } from './editReview';
import { overWords, type Barred } from './review';
import { useEditDecision, type EditDecisionHandle } from './useEditDecision';
import { keptComment } from './useReviewDesk';

/** One edit: what it changes, whether its document has changed since, and the decision. */
export function EditCase(props: OpenCase<AdminEdit>) {
  // Each edit has a form of its own.
  return <OpenEdit key={props.id} {...props} />;
}

function OpenEdit({ id, summary, now, place, sending, onDone }: OpenCase<AdminEdit>) {
  const user = useUser();
  const query = useGetDocumentEditQuery(id, usePolling(adminPolling));
  const decision = useEditDecision(id, sending, onDone);
  const whole = query.currentData;
  const known = whole ?? summary;
  const barred = known === undefined ? null : barredFromEdit(known, user);

  return (
    <CasePane
      id={id}
      label={shortId('EDIT', id)}
      title={known?.currentDocument.title ?? shortId('EDIT', id)}
      place={place}
      bar={<EditBar barred={barred} edit={whole} decision={decision} onDone={onDone} />}
    >
      {known !== undefined && <EditFacts edit={known} diff={whole?.diff ?? null} now={now} />}
      {known !== undefined && <EditNote edit={known} />}
      {known?.previous && <CasePast kind="EDIT" previous={known.previous} onCompare={null} />}
      <Loaded query={{ ...query, data: whole }} what="the edit" label="RETRIEVING EDIT">
        {(edit) => (
          <>
            {edit.redacted || edit.diff === null ? (
              <LevelRequired level={levelNeeded(edit, user)} />
            ) : (
              <StaleEdit edit={edit} form={decision.form} canChoose={barred === null && !decision.busy}>
                <CaseText
                  of="edit"
                  text={edit.content ?? ''}
                  comparison={<EditComparison edit={edit} diff={edit.diff} form={decision.form} />}
                />
              </StaleEdit>
            )}
            <Steps edit={edit} />
          </>
        )}
      </Loaded>
    </CasePane>
  );
}

interface EditBarProps {
  readonly barred: Barred | null;
  readonly edit: WholeEdit | undefined;
  readonly decision: EditDecisionHandle;
  readonly onDone: (id: string) => void;
}

/** The decision, or why it is somebody else's. */
function EditBar({ barred, edit, decision, onDone }: EditBarProps) {
  if (barred?.from === 'both') return <NoDecision>{barred.why}</NoDecision>;
  return edit === undefined ? null : <EditDecision edit={edit} decision={decision} onDone={onDone} />;
}

function Steps({ edit }: { readonly edit: WholeEdit }) {
  if (edit.approvalSteps.length === 0) return null;
  return (
    <CaseHistory>
      <ApprovalSteps submission={edit} />
    </CaseHistory>
  );
}

/** What has happened elsewhere since the case was opened. */
function EditNote({ edit }: { readonly edit: AdminEdit }) {
  const user = useUser();
  const [opened] = useState({ step: edit.approvalStep, version: edit.currentDocument.version });
  const over = overWords(edit, user);
  const step = edit.approvalSteps.at(-1);
  const { version } = edit.currentDocument;
  const isOvertaken = edit.approvalStep > opened.step && step?.approverId !== user.id;
  const words =
    over ??
    [
      isOvertaken &&
        `${step?.approverUsername ?? 'Somebody else'} has taken step ${opened.step}. You decide the next one.`,
      // Once decided, the decision itself may have changed it.
      edit.status === 'pending' &&
        version > opened.version &&
        `The document has changed while this case was open: version ${version} is on file. The comparison shows it.`,
    ]
      .filter((sentence) => sentence !== false)
      .join(' ');
  return (
    <CaseNote>
      {words === '' ? null : (
        <>
          {words}
          {over !== null &&
            keptComment(user.id, editDraft(edit.id)) !== '' &&
            ' Your comment is kept until you discard it.'}{' '}
          <TextLink to={paths.documentHistory(edit.documentId)}>Version history</TextLink>
        </>
      )}
    </CaseNote>
  );
}
