import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useProposeEditMutation } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { DocumentRecord, OwnEdit } from '@/api/types';
import { Button } from '@/components/Button';
import { useConfirm } from '@/components/dialog/ConfirmDialog';
import { Form, useFields } from '@/components/form/Form';
import { Frame } from '@/components/Frame';
import { Stack } from '@/components/Layout';
import { PageHeader, PlaceLink } from '@/components/PageHeader';
import { Note } from '@/components/Text';
import { attemptAnswered, attemptKey } from '@/lib/attempts';
import { formatMoment } from '@/lib/dates';
import { fieldProblems, isAppError } from '@/lib/errors';
import { shortId } from '@/lib/ids';
import { refusedLine, selectLine } from '@/lib/lineCursor';
import { paths } from '@/lib/paths';
import { SaveBar } from '@/records/editor/SaveBar';
import type { ContentView } from '@/records/writing/ContentField';
import { LeaveGuard } from '@/records/writing/LeaveGuard';
import { useFileUploads } from '@/records/writing/files/useFileUploads';
import { usePictureUploads } from '@/records/writing/pictures/usePictureUploads';
import { useNavigate } from '@/router/RouterProvider';
import { useRefusedForm } from '@/records/writing/useRefusedForm';
import { useRecordTitle, useStatusLine, useToast } from '@/state/hooks';
import { rowState } from '@/state/recordState';
import { editName, type EditFields, type EditText } from '@/text/editDrafts';
import { NotSaved, type KeptText } from '@/text/keptText';
import { SavedMark } from '@/text/SavedMark';
import { TextConflict } from '@/text/TextConflict';
import { EditFormFields } from './EditFormFields';
import { PendingNote } from './EditPending';
import { isUnchanged, longestEdit, requestOf } from './editValues';
import { MismatchNote } from './MismatchNote';
import { OutdatedNote } from './OutdatedNote';
import { OtherRevision, Rejection } from './Revision';
import { useEditForm, type EditFormHandle } from './useEditForm';

/** A ref that is `true` while the screen is shown. */
function useWhileShown() {
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return shown;
}

interface NotesProps extends Omit<EditFormProps, 'start'> {
  readonly handle: EditFormHandle;
}

/** Notes about the text in the form: a pending edit, unsent changes, a rejection, a newer version. */
function Notes({ document, handle, continuedFrom, revised, pending }: NotesProps) {
  const { form, revises, isOutdated } = handle;
  const { isDirty } = useFields(form);
  return (
    <>
      {pending !== null && isDirty && <PendingNote edit={pending} />}
      {continuedFrom !== null && isDirty && (
        <Note role="status">These are your unsent changes from {formatMoment(continuedFrom)}.</Note>
      )}
      {revises !== null && <Rejection title={document.title} editId={revises} />}
      {revised !== null && revised.id !== revises && (
        <OtherRevision edit={revised} document={document} handle={handle} />
      )}
      {isOutdated && isDirty && <OutdatedNote document={document} handle={handle} />}
    </>
  );
}

interface EditFormProps {
  readonly document: DocumentRecord;
  readonly start: KeptText<EditText>;
  /** When the unsent changes were made with which it begins; `null` without any. */
  readonly continuedFrom: string | null;
  /** The rejected edit that was asked for. */
  readonly revised: OwnEdit | null;
  /** An edit of the same document that has not been decided. */
  readonly pending: OwnEdit | null;
}

/** The form in which an edit of a document is written and sent for review. */
export function EditForm({ document, start, continuedFrom, revised, pending }: EditFormProps) {
  const user = useUser();
  const navigate = useNavigate();
  const toast = useToast();
  const handle = useEditForm(user, document, start);
  const { form, base, revises, slot, state } = handle;
  const { values, isDirty, isSending } = useFields(form);
  const uploads = useFileUploads(form);
  const pictures = usePictureUploads(form, uploads);
  const limit = useMemo(() => longestEdit(base.values.content), [base]);
  const [proposeEdit] = useProposeEditMutation();
  const [askDiscard, discard] = useConfirm(() => ({
    title: 'Discard the edit',
    description: 'Everything that you have changed here is discarded. The document stays as it is.',
    confirmLabel: 'Discard',
    danger: true,
    onConfirm: () => {
      slot.discard();
      void navigate(paths.documents);
    },
  }));
  const [mismatched, setMismatched] = useState(false);
  const [view, setView] = useState<ContentView>('write');
  const shown = useWhileShown();
  useRecordTitle(`Edit ${document.title}`);
  useStatusLine(isDirty ? 'EDIT' : 'READY');
  const refuse = (description: string) => toast({ tone: 'danger', title: 'Validation error', description });

  const refuseFields = useRefusedForm(form, setView);

  const submit = async (values: EditFields) => {
    if (isUnchanged(values, base)) {
      refuse('Nothing has changed.');
      return;
    }
    const proposeEditRequest = {
      ...requestOf(values, base),
      ...(revises !== null && { resubmissionOf: revises }),
    };
    const name = editName(document.id);
    try {
      await slot.submit(() =>
        proposeEdit({
          id: document.id,
          'Idempotency-Key': attemptKey(user.id, name, proposeEditRequest),
          proposeEditRequest,
        }).unwrap(),
      );
      attemptAnswered(user.id, name);
      if (shown.current) void navigate(paths.documents, { state: rowState(user.id, document.id) });
    } catch (error) {
      if (error instanceof NotSaved) {
        toast({ tone: 'danger', title: 'Not sent', description: error.message });
        return;
      }
      setMismatched(isAppError(error) && error.code === 'portion_mismatch');
      const problems = fieldProblems(error, values, { clearanceLevel: 'level', filePath: 'files' });
      // The field may be behind the preview.
      if (problems.content !== undefined) flushSync(() => setView('write'));
      form.fail(problems);
      const line = refusedLine(error);
      if (line !== null) selectLine(line);
    }
  };

  return (
    <Stack gap="xl">
      <PageHeader
        title="Edit document"
        subtitle={`${shortId('DOC', document.id)} | ${document.title} | VERSION ${base.version}`}
        actions={<PlaceLink to={paths.document(document.id)}>Record</PlaceLink>}
      />
      <TextConflict
        slot={slot}
        state={state}
        shown={({ values }) => values}
        onResolved={() => form.focus('content')}
      />
      <Notes
        document={document}
        handle={handle}
        continuedFrom={continuedFrom}
        revised={revised}
        pending={pending}
      />
      {mismatched && <MismatchNote base={base.values.content} />}
      <Form form={form} label="Edit document" onSubmit={pictures.whenReady(submit)} onInvalid={refuseFields}>
        <Frame caption="Proposed edit">
          <Stack>
            <EditFormFields
              form={form}
              category={document.category}
              limit={limit}
              view={view}
              onView={setView}
              pictures={pictures}
              uploads={uploads}
            />
          </Stack>
        </Frame>
        <SaveBar
          saved={<SavedMark slot={slot} state={state} />}
          text={values.content}
          limit={limit}
          verb="Submit"
          rest="for review"
          isIncomplete={!isDirty}
          pictures={pictures}
          busy={isSending}
        >
          <Button
            variant="flat"
            onClick={() => {
              if (isDirty) askDiscard();
              else void navigate(paths.documents);
            }}
          >
            Cancel
          </Button>
        </SaveBar>
      </Form>
      <LeaveGuard held={isDirty} unsent={isDirty && state.is !== 'saved'} uploading={uploads.underWay > 0} />
      {discard}
    </Stack>
  );
}
