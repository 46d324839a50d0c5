import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useCreateSubmissionMutation, useSubmitDraftMutation } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { Submission } from '@/api/types';
import { Button } from '@/components/Button';
import { useConfirm } from '@/components/dialog/ConfirmDialog';
import { Form, useFields } from '@/components/form/Form';
import { Select } from '@/components/form/Select';
import { TextInput } from '@/components/form/TextInput';
import { Frame } from '@/components/Frame';
import { Grid, Stack } from '@/components/Layout';
import { useIsWide } from '@/components/useMedia';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { idsOf } from '@/lib/attachedFiles';
import { attemptAnswered, attemptKey } from '@/lib/attempts';
import { categoriesFor, categoryOf } from '@/lib/categories';
import { fieldProblems } from '@/lib/errors';
import { refusedLine, selectLine } from '@/lib/lineCursor';
import { textLimits } from '@/lib/recordText';
import { releaseOf } from '@/lib/releaseDate';
import { SaveBar } from '@/records/editor/SaveBar';
import { ContentField, type ContentView } from '@/records/writing/ContentField';
import { Attaching } from '@/records/writing/files/Attaching';
import { usePictureUploads, type PictureUploads } from '@/records/writing/pictures/usePictureUploads';
import { useRefusedForm } from '@/records/writing/useRefusedForm';
import { useStatusLine, useToast } from '@/state/hooks';
import { useLinking } from '@/state/useLinking';
import { NotSaved } from '@/text/keptText';
import { SavedMark } from '@/text/SavedMark';
import { BriefField } from './BriefField.style';
import { Guidelines, GuidelinesPane } from './Guidelines';
import { ReleaseInput } from './ReleaseInput';
import {
  emptyValues,
  hasAssignedTitle,
  isBlank,
  isMissing,
  valuesToSend,
  type SubmissionValues,
} from './schema';
import type { SubmissionHandle } from './useSubmissionForm';

interface SubmissionFormProps {
  readonly handle: SubmissionHandle;
  /** The rejected submission that the text revises. */
  readonly revises?: string | null;
  /** Called when the text has been sent, with the submission, or discarded. */
  readonly onDone?: ((sent: Submission | null) => void) | undefined;
}

/** The form in which a record is written and submitted. */
export function SubmissionForm({ handle, revises = null, onDone }: SubmissionFormProps) {
  const { id: userId } = useUser();
  const { form, uploads, slot, state } = handle;
  const { values: typed, isSending } = useFields(form);
  const toast = useToast();
  const [createSubmission] = useCreateSubmissionMutation();
  const [submitDraft] = useSubmitDraftMutation();
  const [view, setView] = useState<ContentView>('write');
  const pictures = usePictureUploads(form, uploads);
  const unsent = !isBlank(typed);
  const isWide = useIsWide();
  const [askClearing, clearing] = useConfirm(() => ({
    title: 'Clear the form',
    description:
      slot.kept().draft === null
        ? 'Everything typed here and the attached files are discarded.'
        : 'Everything typed here and the attached files are discarded, and the draft is deleted from your workspace.',
    confirmLabel: 'Clear',
    danger: true,
    onConfirm: () => {
      pictures.clear();
      slot.discard();
      onDone?.(null);
    },
  }));
  useStatusLine(unsent ? 'EDIT' : 'READY');

  const refuse = useRefusedForm(form, setView, {
    test: isMissing,
    words: 'Please fill in title, category, and content.',
  });

  const showRefusal = (error: unknown) => {
    if (error instanceof NotSaved) {
      toast({ tone: 'danger', title: 'Not sent', description: error.message });
      return;
    }
    const problems = fieldProblems(error, emptyValues, { scheduledReleaseAt: 'release', filePath: 'files' });
    // The field may be behind the preview.
    if (problems.content !== undefined) flushSync(() => setView('write'));
    form.fail(problems);
    const line = refusedLine(error);
    if (line !== null) selectLine(line);
  };

  const submit = async (values: SubmissionValues) => {
    const category = categoryOf(values.category);
    if (category === undefined) return;
    const { title, content } = valuesToSend(values);
    const scheduledReleaseAt = releaseOf(values.release);
    const record = {
      title: title.trim(),
      category,
      content,
      files: idsOf(values.files),
      scheduledReleaseAt,
      ...(revises !== null && { resubmissionOf: revises }),
    };
    const { name } = slot.kept();
    try {
      const sent = await slot.submit((draft) =>
        // Without a draft, for example because there are too many, the text is sent directly. A draft knows what it
        // revises.
        (draft === null
          ? createSubmission({
              'Idempotency-Key': attemptKey(userId, name, record),
              createSubmissionRequest: record,
            })
          : submitDraft({
              id: draft.id,
              'Idempotency-Key': attemptKey(userId, name, draft),
              submitDraftRequest: { revision: draft.revision },
            })
        ).unwrap(),
      );
      attemptAnswered(userId, name);
      onDone?.(sent);
    } catch (error) {
      showRefusal(error);
    }
  };

  return (
    <>
      <Form form={form} label="Submission" onSubmit={pictures.whenReady(submit)} onInvalid={refuse}>
        <Stack gap="xl">
          <Fields handle={handle} isWide={isWide} view={view} onView={setView} pictures={pictures} />
          {!isWide && <Guidelines />}
        </Stack>
        <SaveBar
          saved={<SavedMark state={state} slot={slot} />}
          text={typed.content}
          limit={textLimits.content}
          verb="Submit"
          rest="for review"
          isIncomplete={isMissing(typed)}
          pictures={pictures}
          busy={isSending}
        >
          {isWide && typed.content.trim() !== '' && (
            <Button
              variant="flat"
              aria-pressed={view === 'guide'}
              onClick={() => setView(view === 'guide' ? 'write' : 'guide')}
            >
              Guidelines
            </Button>
          )}
          {(unsent || slot.kept().draft !== null) && (
            <Button variant="flat" onClick={() => askClearing()}>
              Clear
            </Button>
          )}
        </SaveBar>
      </Form>
      {clearing}
    </>
  );
}

interface FieldsProps {
  readonly handle: SubmissionHandle;
  /** There is room for the text beside its preview, and for all other fields in one line. */
  readonly isWide: boolean;
  readonly view: ContentView;
  readonly onView: (view: ContentView) => void;
  readonly pictures: PictureUploads;
}

function Fields({ handle: { form, uploads }, isWide, view, onView, pictures }: FieldsProps) {
  const { values, field, control } = useFields(form);
  const linking = useLinking();
  const release = <ReleaseInput {...field('release')} />;
  return (
    <Frame {...(isWide ? { label: 'New record' } : { caption: 'New record' })}>
      {isWide && <VisuallyHidden as="h2">New record</VisuallyHidden>}
      <Stack gap={isWide ? 'md' : 'lg'}>
        <Grid columns={isWide ? 'minmax(0, 1fr) 264px 216px' : 'minmax(0, 1fr) 280px'} gap="md">
          <TitleField form={form} />
          <Select
            label="Category"
            required
            placeholder="Select a category"
            options={categoriesFor('submission')}
            {...field('category')}
          />
          {isWide && <BriefField>{release}</BriefField>}
        </Grid>
        <ContentField
          required
          field={field('content')}
          view={view}
          onView={onView}
          linking={linking}
          pictures={pictures}
          fills
          placeholder={uploads.isLocked ? 'Write here.' : 'Write here, or paste or drop a picture or a file.'}
          guide={isWide ? <GuidelinesPane /> : undefined}
        />
        {!isWide && release}
        <Attaching
          form={form}
          uploads={uploads}
          pictures={pictures}
          limit={textLimits.content}
          error={control('files').error}
          hasTitle={!hasAssignedTitle(values)}
        />
      </Stack>
    </Frame>
  );
}

/** The title. That of an incident is assigned by the server; one typed before stays for another category. */
function TitleField({ form }: Pick<SubmissionHandle, 'form'>) {
  const { values, field } = useFields(form);
  const assigned = hasAssignedTitle(values);
  const isTyped = values.title.trim() !== '';
  return (
    <TextInput
      label="Title"
      autoComplete="off"
      {...field('title')}
      {...(assigned
        ? {
            readOnly: true,
            value: 'Assigned automatically: IR-XXXXXX',
            error: undefined,
            hint: isTyped
              ? `An incident report gets its number, IR-XXXXXX, as its title. "${values.title.trim()}" is not sent.`
              : 'An incident report gets its number, IR-XXXXXX, as its title.',
          }
        : { required: true })}
    />
  );
}
