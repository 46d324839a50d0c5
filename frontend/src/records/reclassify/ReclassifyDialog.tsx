import { useEffect, useId, useState } from 'react';
import { useListDocumentEditsQuery, useListUsersQuery, useReclassifyDocumentMutation } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import { Button } from '@/components/Button';
import { Callout } from '@/components/Callout';
import { Dialog } from '@/components/dialog/Dialog';
import { Field } from '@/components/form/Field';
import { Form, FormError, useFields, useForm } from '@/components/form/Form';
import { Select } from '@/components/form/Select';
import { TextInput } from '@/components/form/TextInput';
import { Isolated } from '@/components/Isolated';
import { Grid } from '@/components/Layout';
import { Footnote } from '@/components/Text';
import { TextLink } from '@/components/TextLink';
import { documentCategories, type Category } from '@/lib/categories';
import { clearanceLevels, clearanceName } from '@/lib/clearance';
import { describeError, fieldProblems } from '@/lib/errors';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { KeyCells } from '../desk/KeyCells';
import { checkClassification, consequenceOf, buttonState, type Classified } from './reclassify';

export interface ReclassifyDialogProps {
  /** The current document; the dialog is open while it is not `null`. */
  readonly document: Classified | null;
  readonly onClose: () => void;
}

/** Corrects the level and the category of a published document, with a reason. */
export function ReclassifyDialog({ document, onClose }: ReclassifyDialogProps) {
  return document === null ? null : (
    <Reclassification key={document.id} document={document} onClose={onClose} />
  );
}

interface ReclassificationProps {
  readonly document: Classified;
  readonly onClose: () => void;
}

function Reclassification({ document, onClose }: ReclassificationProps) {
  const id = useId();
  const user = useUser();
  const [reclassify, { isLoading }] = useReclassifyDocumentMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const { data: accounts } = useListUsersQuery({});
  const { data: edits } = useListDocumentEditsQuery({ view: 'summary' });
  const pending = edits?.find((edit) => edit.documentId === document.id);
  const { clearanceLevel, category, version } = document;
  const [opened] = useState(version);
  const form = useForm(checkClassification, { level: String(clearanceLevel), category, reason: '' });
  const { values, field, control } = useFields(form);
  // Someone else changed it: the choice starts from the current values, and the reason stays.
  useEffect(() => {
    if (version !== opened) {
      form.fill({ level: String(clearanceLevel), category, reason: form.values().reason });
    }
  }, [form, opened, version, clearanceLevel, category]);

  const { label, isReady } =
    pending === undefined
      ? buttonState(document, values)
      : { label: 'Decide the edit first', isReady: false };
  const consequence = consequenceOf(document, Number(values.level), accounts);
  const level = control('level');

  const send = async () => {
    if (!isReady) return;
    setProblem(null);
    const { level: chosen, category: kind, reason } = form.values();
    const change = {
      ...(Number(chosen) === clearanceLevel ? {} : { clearanceLevel: Number(chosen) }),
      ...(kind === category ? {} : { category: kind as Category }),
    };
    try {
      await reclassify({ id: document.id, reclassifyRequest: { ...change, reason, version } }).unwrap();
      onClose();
    } catch (error) {
      const { level: refused } = fieldProblems(error, form.values(), { clearanceLevel: 'level' });
      if (refused === undefined) setProblem(describeError(error));
      else form.fail({ level: refused });
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Reclassify ${shortId('DOC', document.id)}`}
      description={
        <>
          <b>
            <Isolated>{document.title}</Isolated>
          </b>{' '}
          by <Isolated>{document.submittedByUsername}</Isolated>, version {version}
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            busy={isLoading}
            why={isReady ? null : `${label}.`}
          >
            {label}
          </Button>
        </>
      }
    >
      <Form id={id} form={form} label="Reclassify" onSubmit={send}>
        <FormError message={problem} />
        {version !== opened && (
          <Callout lead="RECORD CHANGED.">
            This is now version {version}. The fields below show its level and category.
          </Callout>
        )}
        {pending !== undefined && (
          <Callout lead="EDIT PENDING.">
            <TextLink to={paths.editCase(pending.id)}>{shortId('EDIT', pending.id)}</TextLink> of this record
            is waiting for review.
          </Callout>
        )}
        <Grid columns="auto minmax(0, 1fr)" collapse="phone">
          <Field label={`Clearance level, now ${clearanceLevel}`} error={level.error}>
            {() => (
              <KeyCells
                ref={level.ref}
                label="Clearance level"
                value={level.value}
                onValue={level.onValue}
                segments={clearanceLevels.map((each) => ({
                  value: String(each),
                  label: String(each),
                  meaning: clearanceName(each),
                  why:
                    each > user.clearanceLevel
                      ? `You can assign up to level ${user.clearanceLevel}.`
                      : undefined,
                }))}
              />
            )}
          </Field>
          <Select
            label={`Category, now ${category}`}
            options={documentCategories.map((value) => ({ value, label: value }))}
            {...field('category')}
          />
        </Grid>
        <TextInput label="Reason" required maxLength={500} {...field('reason')} />
        {consequence !== null && (
          <Callout lead={consequence.lead}>
            {consequence.text}
            {consequence.losesAuthor && (
              <>
                {' '}
                <b>
                  <Isolated>{document.submittedByUsername}</Isolated>, the author, is one of them
                </b>{' '}
                and will be notified of the level, but not of the reason.
              </>
            )}
          </Callout>
        )}
        <Footnote>
          Saved as version {version + 1}, with the reason, and in the security log. The author is notified.
        </Footnote>
      </Form>
    </Dialog>
  );
}
