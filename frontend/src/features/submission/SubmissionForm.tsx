import { useEffect, useState } from 'react';
import { useCreateSubmissionMutation } from '@/api/endpoints';
import { isAppError } from '@/api/errors';
import { Button } from '@/components/Button';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { Form, useFields } from '@/components/Form';
import { Frame } from '@/components/Frame';
import { Grid } from '@/components/Layout';
import { Select } from '@/components/Select';
import { Textarea } from '@/components/Textarea';
import { TextInput } from '@/components/TextInput';
import type { Problems } from '@/lib/checks';
import { submissionCategories } from '@/lib/clearance';
import { useStatusLine, useToast } from '@/state/hooks';
import { attemptKey, draftSent, writeDraft, type Draft } from './draft';
import { LeaveGuard } from './LeaveGuard';
import { categoryOf, emptyValues, isBlank, isMissing, type SubmissionValues } from './schema';
import { UploadZone } from './UploadZone';
import type { SubmissionHandle } from './useSubmissionForm';

interface SubmissionFormProps {
  readonly userId: string;
  readonly handle: SubmissionHandle;
}

/** Where a record is written and submitted. */
export function SubmissionForm({ userId, handle }: SubmissionFormProps) {
  const { form, clear } = handle;
  const { attachment } = handle.attachment;
  const { values: typed, field, isSending } = useFields(form);
  const toast = useToast();
  const [createSubmission] = useCreateSubmissionMutation();
  const [clearing, setClearing] = useState(false);
  const unsent = useKept(userId, handle);
  useStatusLine(unsent ? 'EDIT' : 'READY');
  const incident = typed.category === 'INCIDENT';

  const submit = async (values: SubmissionValues) => {
    const category = categoryOf(values.category);
    if (category === undefined) return;
    if (attachment.state === 'failed') {
      toast({
        tone: 'danger',
        title: 'Not sent',
        description: `${attachment.name} could not be attached. Choose another file or dismiss it.`,
      });
      return;
    }
    const file = attachment.state === 'attached' ? { name: attachment.name, path: attachment.path } : null;
    const sent: Draft = { values, file };
    const record = {
      title: values.title.trim(),
      category,
      content: values.content,
      filePath: file?.path ?? null,
    };
    try {
      await createSubmission({
        'Idempotency-Key': attemptKey(userId, record),
        createSubmissionRequest: record,
      }).unwrap();
      // Also where this screen has been left meanwhile, so that what was sent does not come back as a draft.
      draftSent(userId, sent);
    } catch (error) {
      form.fail(problemsOf(error));
    }
  };

  return (
    <Frame caption="New record">
      <Form
        form={form}
        label="Submission"
        onSubmit={submit}
        onInvalid={(message) => {
          toast(
            isMissing(form.values())
              ? {
                  tone: 'danger',
                  title: 'Missing fields',
                  description: 'Please fill in title, category, and content.',
                }
              : { tone: 'danger', title: 'Validation error', description: message },
          );
        }}
        footer={
          <>
            <Button
              type="submit"
              variant="primary"
              busy={isSending}
              disabled={attachment.state === 'sending'}
            >
              Submit for review
            </Button>
            {unsent && (
              <Button
                onClick={() => {
                  setClearing(true);
                }}
              >
                Clear
              </Button>
            )}
          </>
        }
      >
        <Grid columns="minmax(0, 1fr) 280px" gap="md">
          <TextInput
            label="Title"
            required
            hint={incident ? 'Assigned automatically: IR-XXXXXX' : undefined}
            autoComplete="off"
            {...field('title')}
          />
          <Select
            label="Category"
            required
            placeholder="Select a category"
            options={submissionCategories}
            {...field('category')}
          />
        </Grid>
        <Textarea
          label="Content"
          required
          hint="Markdown. Unsent text is kept in this window until you send or clear it."
          {...field('content')}
        />
        <UploadZone {...handle.attachment} />
      </Form>
      <LeaveGuard unsent={unsent} uploading={attachment.state === 'sending'} />
      <ConfirmDialog
        open={clearing}
        onOpenChange={setClearing}
        title="Clear the form"
        description="Everything typed here and the attached file are discarded."
        confirmLabel="Clear"
        danger
        onConfirm={() => {
          clear();
          setClearing(false);
        }}
      />
    </Frame>
  );
}

/** What the server found wrong, by field. */
function problemsOf(error: unknown): Problems<SubmissionValues> {
  const fields = isAppError(error) ? (error.fields ?? []) : [];
  return Object.fromEntries(
    fields.filter(({ field }) => field in emptyValues).map(({ field, message }) => [field, message]),
  );
}

/** Keeps what is in the form over a reload. Returns whether there is anything. */
function useKept(userId: string, { form, attachment: { attachment } }: SubmissionHandle): boolean {
  const { title, category, content } = useFields(form).values;
  const path = attachment.state === 'attached' ? attachment.path : null;
  const name = attachment.state === 'attached' ? attachment.name : '';

  useEffect(() => {
    const values = { title, category, content };
    writeDraft(userId, { values, file: path === null ? null : { name, path } });
  }, [userId, title, category, content, path, name]);

  return !isBlank({ title, category, content }) || path !== null || attachment.state === 'sending';
}
