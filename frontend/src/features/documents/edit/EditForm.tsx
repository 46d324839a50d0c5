import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { useProposeEditMutation } from '@/api/endpoints';
import { isAppError } from '@/api/errors';
import { useUser } from '@/api/selectors';
import type { DocumentRecord, OwnEdit } from '@/api/types';
import { Button } from '@/components/Button';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import type { ContentView } from '@/components/ContentField';
import { Form, useFields } from '@/components/Form';
import { Frame } from '@/components/Frame';
import { Stack } from '@/components/Layout';
import { LeaveGuard } from '@/components/LeaveGuard';
import { PageHeader, PlaceLink } from '@/components/PageHeader';
import { attemptAnswered, attemptKey } from '@/lib/attempts';
import type { Problems } from '@/lib/checks';
import { shortId } from '@/lib/ids';
import { refusedLine, selectLine } from '@/lib/lineCursor';
import { paths } from '@/lib/paths';
import { useRecordTitle, useStatusLine, useToast } from '@/state/hooks';
import { EditFields } from './EditFields';
import { editDraftName, isUnchanged, requestOf, type EditFormValues } from './editValues';
import { PendingNote } from './EditPending';
import { KeptNote } from './KeptNote';
import { MismatchNote } from './MismatchNote';
import { OutdatedNote } from './OutdatedNote';
import { OtherRevision, RejectionNote } from './Revision';
import { useEditForm } from './useEditForm';

/** The problems that the server reports, by the field of the form. */
function problemsOf(error: unknown): Problems<EditFormValues> {
  const fields = isAppError(error) ? (error.fields ?? []) : [];
  return Object.fromEntries(
    fields.map(({ field, message }) => [field === 'clearanceLevel' ? 'level' : field, message]),
  );
}

/** Calls the last function as long as the screen is shown. */
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

interface EditFormProps {
  readonly document: DocumentRecord;
  /** The rejected edit to begin with. */
  readonly revised: OwnEdit | null;
  /** An edit of the same document that has not been decided. */
  readonly pending: OwnEdit | null;
}

/** The form in which an edit of a document is written and sent for review. */
export function EditForm({ document, revised, pending }: EditFormProps) {
  const user = useUser();
  const navigate = useNavigate();
  const toast = useToast();
  const handle = useEditForm(user, document, revised);
  const { form, base, revising } = handle;
  const { isDirty, isSending } = useFields(form);
  const [proposeEdit] = useProposeEditMutation();
  const [cancelling, setCancelling] = useState(false);
  const [mismatched, setMismatched] = useState(false);
  const [view, setView] = useState<ContentView>('write');
  const shown = useWhileShown();
  useRecordTitle(`Edit ${document.title}`);
  useStatusLine(isDirty ? 'EDIT' : 'READY');
  const refuse = (description: string) => {
    toast({ tone: 'danger', title: 'Validation error', description });
  };

  const submit = async (values: EditFormValues) => {
    if (isUnchanged(values, base)) {
      refuse('Nothing has changed.');
      return;
    }
    const proposeEditRequest = requestOf(values, base);
    const name = editDraftName(document.id);
    try {
      await proposeEdit({
        id: document.id,
        'Idempotency-Key': attemptKey(user.id, name, proposeEditRequest),
        proposeEditRequest,
      }).unwrap();
      // Even if the user has left the screen, so that the sent text does not return as a draft.
      attemptAnswered(user.id, name);
      handle.discard({ base, values, revising });
      if (shown.current) void navigate(paths.document(document.id));
    } catch (error) {
      setMismatched(isAppError(error) && error.code === 'portion_mismatch');
      const problems = problemsOf(error);
      // The field may be behind the other tab.
      if (problems.content !== undefined)
        flushSync(() => {
          setView('write');
        });
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
      {pending !== null && isDirty && <PendingNote edit={pending} />}
      <KeptNote documentId={document.id} handle={handle} isDirty={isDirty} />
      {revising !== null && <RejectionNote title={document.title} revising={revising} />}
      {revised !== null && revised.id !== revising?.editId && (
        <OtherRevision edit={revised} document={document} handle={handle} />
      )}
      {mismatched && <MismatchNote base={base.values.content} />}
      {handle.isOutdated && isDirty && <OutdatedNote document={document} handle={handle} />}
      <Frame caption="Proposed edit">
        <Form
          form={form}
          label="Edit document"
          onSubmit={submit}
          onInvalid={(message) => {
            // The field may be behind the other tab; it gets the focus when it appears.
            if (form.state().problems.content !== undefined)
              flushSync(() => {
                setView('write');
              });
            refuse(message);
          }}
          footer={
            <>
              <Button type="submit" variant="primary" busy={isSending}>
                Submit for review
              </Button>
              <Button
                onClick={() => {
                  if (isDirty) setCancelling(true);
                  else void navigate(paths.documents);
                }}
              >
                Cancel
              </Button>
            </>
          }
        >
          <EditFields
            form={form}
            category={document.category}
            content={base.values.content}
            view={view}
            onView={setView}
          />
        </Form>
      </Frame>
      <LeaveGuard unsent={isDirty} />
      <ConfirmDialog
        open={cancelling}
        onOpenChange={setCancelling}
        title="Discard the edit"
        description="Everything that you have changed here is discarded. The document stays as it is."
        confirmLabel="Discard"
        danger
        onConfirm={() => {
          handle.discard();
          setCancelling(false);
          void navigate(paths.documents);
        }}
      />
    </Stack>
  );
}
