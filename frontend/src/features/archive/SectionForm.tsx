import { useState } from 'react';
import { useCreateArchiveSectionMutation, useUpdateArchiveSectionMutation } from '@/api/endpoints';
import type { ArchiveSection } from '@/api/types';
import { Button } from '@/components/Button';
import { Form, FormError, useFields } from '@/components/form/Form';
import { Segments } from '@/components/form/Segments';
import { Select } from '@/components/form/Select';
import { TextInput } from '@/components/form/TextInput';
import { Grid } from '@/components/Layout';
import { sectionKeys } from '@/keyboard/keys';
import { useScope } from '@/keyboard/useScope';
import { describeError } from '@/lib/errors';
import { useToast } from '@/state/hooks';
import { useKey } from '@/state/useKey';
import { useTextForm } from '@/text/useTextForm';
import { checkSection, parentsFor, requestOf, sectionTypes, valuesOf, type SectionValues } from './sections';
import { SectionIcon } from './SectionTree.style';

interface SectionFormProps {
  /** The section to edit; `null` for a new one. */
  readonly section: ArchiveSection | null;
  readonly sections: readonly ArchiveSection[];
  readonly onSaved: (saved: ArchiveSection) => void;
  readonly onCancel?: (() => void) | undefined;
}

const types = sectionTypes.map(({ value, label }) => ({ value, label, icon: <SectionIcon mark={value} /> }));

/** The initial values of the form, and the request that saves it. */
function useSaving(section: ArchiveSection | null, onSaved: (saved: ArchiveSection) => void) {
  const [createSection, creating] = useCreateArchiveSectionMutation();
  const [updateSection, updating] = useUpdateArchiveSectionMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const { form, text } = useTextForm(`section.${section?.id ?? 'new'}`, checkSection, valuesOf(section));
  const save = async (values: SectionValues) => {
    setProblem(null);
    const request = requestOf(values);
    try {
      const saved = await text.submit(() =>
        section === null
          ? createSection(request).unwrap()
          : updateSection({
              id: section.id,
              updateSectionRequest: { ...request, updatedAt: section.updatedAt },
            }).unwrap(),
      );
      onSaved(saved);
    } catch (error) {
      setProblem(describeError(error, `Failed to ${section === null ? 'create' : 'update'} archive section`));
    }
  };
  return { form, save, problem, discard: text.discard, busy: creating.isLoading || updating.isLoading };
}

/** Creates or edits a section. The button is disabled without a name. */
export function SectionForm({ section, sections, onSaved, onCancel }: SectionFormProps) {
  const toast = useToast();
  const { form, save, problem, discard, busy } = useSaving(section, onSaved);
  const { field, control, values, isDirty } = useFields(form);
  const isNew = section === null;
  const isBlank = values.name.trim() === '';
  const type = control('sectionType');
  useKey(sectionKeys.create, () => form.focus('name'));
  const leave = () => {
    discard();
    onCancel?.();
  };
  // Escape does not discard changes.
  useScope('field', ({ key }) =>
    key === 'Escape' && onCancel !== undefined && !form.state().isDirty ? leave : null,
  );
  return (
    <Form
      form={form}
      label={isNew ? 'Create section' : 'Edit section'}
      onSubmit={save}
      onInvalid={(message) => toast({ tone: 'danger', title: 'Validation error', description: message })}
      footer={
        <>
          <Button type="submit" variant={isBlank ? 'default' : 'primary'} disabled={isBlank} busy={busy}>
            {isNew ? 'Create' : 'Save'}
          </Button>
          {onCancel && <Button onClick={leave}>{isDirty ? 'Discard' : 'Cancel'}</Button>}
        </>
      }
    >
      <FormError message={problem} />
      <Grid columns="minmax(0, 1fr) minmax(0, 1.4fr)" gap="md" collapse="phone">
        <TextInput
          label="Name"
          required
          autoComplete="off"
          aria-keyshortcuts={sectionKeys.create}
          hint="Section names are visible at every clearance level."
          {...field('name')}
        />
        <TextInput
          label="Description"
          autoComplete="off"
          placeholder="one line, optional"
          {...field('description')}
        />
      </Grid>
      <Segments
        label="Type"
        wrap
        options={types}
        value={type.value as (typeof types)[number]['value']}
        onChange={type.onValue}
      />
      <Grid columns={isNew ? '1fr' : 'minmax(0, 1fr) 160px'} gap="md" collapse="phone">
        <Select
          label="Part of"
          options={[
            { value: '', label: 'No other section' },
            ...parentsFor(section, sections).map(({ section: { id, name }, depth }) => ({
              value: id,
              label: `${'\u00a0\u00a0'.repeat(depth)}${name}`,
            })),
          ]}
          {...field('parent')}
        />
        {!isNew && (
          <TextInput label="Display order" inputMode="numeric" autoComplete="off" {...field('order')} />
        )}
      </Grid>
    </Form>
  );
}
