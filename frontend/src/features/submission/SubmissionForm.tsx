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
import { submissionCategories } from '@/lib/clearance';
import { useStatusLine, useToast } from '@/state/hooks';
import { clearDraft, writeDraft } from './draft';
import { LeaveGuard } from './LeaveGuard';
import { categoryOf, isBlank, isMissing, type SubmissionValues } from './schema';
import { UploadZone } from './UploadZone';
import type { Desk } from './useDesk';

interface SubmissionFormProps {
  readonly userId: string;
  readonly desk: Desk;
}

/** Where a record is written and sent in. */
export function SubmissionForm({ userId, desk }: SubmissionFormProps) {
  const { form, clear } = desk;
  const { attachment } = desk.attachment;
  const { values: typed, field } = useFields(form);
  const toast = useToast();
  const [createSubmission, { isLoading }] = useCreateSubmissionMutation();
  const [clearing, setClearing] = useState(false);
  const unsent = useKept(userId, desk);
  useStatusLine(unsent ? 'EDIT' : 'READY');
  const incident = typed.category === 'INCIDENT';

  const submit = async (values: SubmissionValues) => {
    const category = categoryOf(values.category);
    if (category === undefined) return;
    if (attachment.state === 'failed') {
      toast({
        tone: 'danger',
        title: 'Not sent',
        description: `${attachment.name} could not be attached. Choose another file or leave it out.`,
      });
      return;
    }
    const filePath = attachment.state === 'attached' ? attachment.path : null;
    try {
      await createSubmission({
        title: values.title.trim(),
        category,
        content: values.content,
        filePath,
      }).unwrap();
      clear();
    } catch (error) {
      for (const { field: name, message } of isAppError(error) ? (error.fields ?? []) : []) {
        if (name === 'title' || name === 'category' || name === 'content') form.fail(name, message);
      }
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
              busy={isLoading}
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
            hint={incident ? 'The next incident number takes its place.' : undefined}
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
          hint="Markdown. Unsent text is kept in this window until it is sent or cleared."
          {...field('content')}
        />
        <UploadZone {...desk.attachment} />
      </Form>
      <LeaveGuard unsent={unsent} />
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

/** Keeps what is in the form over a reload, and answers whether there is anything. */
function useKept(userId: string, { form, attachment: { attachment } }: Desk): boolean {
  const { title, category, content } = useFields(form).values;
  const path = attachment.state === 'attached' ? attachment.path : null;
  const name = attachment.state === 'attached' ? attachment.name : '';

  useEffect(() => {
    const values = { title, category, content };
    if (isBlank(values) && path === null) clearDraft(userId);
    else writeDraft(userId, { values, file: path === null ? null : { name, path } });
  }, [userId, title, category, content, path, name]);

  return !isBlank({ title, category, content }) || path !== null || attachment.state === 'sending';
}
