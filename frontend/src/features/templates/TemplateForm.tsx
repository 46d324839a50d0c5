import { useEffect, useState } from 'react';
import { useCreateTemplateMutation, useUpdateTemplateMutation } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { Template } from '@/api/types';
import { Button } from '@/components/Button';
import { Form, FormError, useFields } from '@/components/form/Form';
import { Select } from '@/components/form/Select';
import { TextInput } from '@/components/form/TextInput';
import { Frame } from '@/components/Frame';
import { Grid, Stack } from '@/components/Layout';
import { categoriesFor } from '@/lib/categories';
import { clearanceName, levelsUpTo } from '@/lib/clearance';
import { describeError } from '@/lib/errors';
import { SaveBar } from '@/records/editor/SaveBar';
import { ContentField, type ContentView } from '@/records/writing/ContentField';
import { usePictureUploads } from '@/records/writing/pictures/usePictureUploads';
import { useRefusedForm } from '@/records/writing/useRefusedForm';
import { useLinking } from '@/state/useLinking';
import { useTextForm } from '@/text/useTextForm';
import { checkTemplate, isMissing, requestOf, templateLimits, valuesOf } from './templates';
import type { TemplateValues } from './templates';

interface TemplateFormProps {
  /** The template to edit; `null` for a new one. */
  readonly template: Template | null;
  /** Called with the template after it was saved. */
  readonly onClose: (saved?: Template) => void;
}

export function TemplateForm({ template, onClose }: TemplateFormProps) {
  const user = useUser();
  const [createTemplate, creating] = useCreateTemplateMutation();
  const [updateTemplate, updating] = useUpdateTemplateMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const { form, text } = useTextForm(`template.${template?.id ?? 'new'}`, checkTemplate, valuesOf(template));
  const { field, values, isDirty } = useFields(form);
  const [view, setView] = useState<ContentView>('write');
  const linking = useLinking();
  const pictures = usePictureUploads(form);
  useEffect(() => {
    form.focus('name');
  }, [form]);
  const title = template === null ? 'Create custom template' : 'Edit template';

  const refuse = useRefusedForm(form, setView, {
    test: isMissing,
    words: 'Please fill in all required fields',
  });

  const save = async (sent: TemplateValues) => {
    setProblem(null);
    const request = requestOf(sent);
    try {
      const saved = await text.submit(() =>
        template === null
          ? createTemplate(request).unwrap()
          : updateTemplate({
              id: template.id,
              updateTemplateRequest: {
                ...request,
                ...(template.updatedAt === null ? {} : { updatedAt: template.updatedAt }),
              },
            }).unwrap(),
      );
      onClose(saved);
    } catch (error) {
      setProblem(describeError(error, `Failed to ${template === null ? 'create' : 'update'} template`));
    }
  };

  return (
    <Form form={form} label={title} onSubmit={pictures.whenReady(save)} onInvalid={refuse}>
      <Frame caption={title}>
        <Stack>
          <FormError message={problem} />
          <TextInput label="Name" required autoComplete="off" {...field('name')} />
          <Grid columns="minmax(0, 1fr) minmax(0, 1fr)" gap="md" collapse="phone">
            <Select
              label="Category"
              required
              placeholder="Select a category"
              options={categoriesFor('template', template?.category)}
              {...field('category')}
            />
            <Select
              label="Required clearance"
              options={levelsUpTo(user.clearanceLevel).map((level) => ({
                value: String(level),
                label: `${level} ${clearanceName(level)}`,
              }))}
              {...field('level')}
            />
          </Grid>
          <TextInput label="Description" autoComplete="off" {...field('description')} />
          <ContentField
            required
            field={field('content')}
            limit={templateLimits.content}
            view={view}
            onView={setView}
            linking={linking}
            pictures={pictures}
            narrow
          />
        </Stack>
      </Frame>
      <SaveBar
        text={values.content}
        limit={templateLimits.content}
        verb={template === null ? 'Create' : 'Save'}
        isIncomplete={isMissing(values)}
        pictures={pictures}
        hasMore
        busy={creating.isLoading || updating.isLoading}
      >
        <Button
          variant="flat"
          onClick={() => {
            text.discard();
            onClose();
          }}
        >
          {isDirty ? 'Discard' : 'Cancel'}
        </Button>
      </SaveBar>
    </Form>
  );
}
