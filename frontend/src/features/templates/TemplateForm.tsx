import { useEffect, useState } from 'react';
import { useCreateTemplateMutation, useUpdateTemplateMutation } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { Template } from '@/api/types';
import { Button } from '@/components/Button';
import { Form, FormError, useFields } from '@/components/form/Form';
import { Select } from '@/components/form/Select';
import { Textarea } from '@/components/form/Textarea';
import { TextInput } from '@/components/form/TextInput';
import { Frame } from '@/components/Frame';
import { Grid } from '@/components/Layout';
import { categoriesFor } from '@/lib/categories';
import { clearanceName, levelsUpTo } from '@/lib/clearance';
import { describeError } from '@/lib/errors';
import { PictureButton } from '@/records/writing/pictures/PictureButton';
import { PictureRows } from '@/records/writing/pictures/PictureRows';
import { SendButton } from '@/records/writing/pictures/SendButton';
import { usePictureUploads } from '@/records/writing/pictures/usePictureUploads';
import { useToast } from '@/state/hooks';
import { useTextForm } from '@/text/useTextForm';
import { checkTemplate, isMissing, requestOf, valuesOf } from './templates';
import type { TemplateValues } from './templates';

interface TemplateFormProps {
  /** The template to edit; `null` for a new one. */
  readonly template: Template | null;
  /** Called with the template after it was saved. */
  readonly onClose: (saved?: Template) => void;
}

export function TemplateForm({ template, onClose }: TemplateFormProps) {
  const user = useUser();
  const toast = useToast();
  const [createTemplate, creating] = useCreateTemplateMutation();
  const [updateTemplate, updating] = useUpdateTemplateMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const { form, text } = useTextForm(`template.${template?.id ?? 'new'}`, checkTemplate, valuesOf(template));
  const { field, isDirty, values: typed } = useFields(form);
  const pictures = usePictureUploads(form);
  useEffect(() => {
    form.focus('name');
  }, [form]);
  const title = template === null ? 'Create custom template' : 'Edit template';

  const save = async (values: TemplateValues) => {
    setProblem(null);
    const request = requestOf(values);
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
    <Frame caption={title}>
      <Form
        form={form}
        label={title}
        onSubmit={pictures.whenReady(save)}
        onInvalid={(message) =>
          toast(
            isMissing(form.values())
              ? {
                  tone: 'danger',
                  title: 'Missing fields',
                  description: 'Please fill in all required fields',
                }
              : { tone: 'danger', title: 'Validation error', description: message },
          )
        }
        footer={
          <>
            <SendButton pictures={pictures} variant="primary" busy={creating.isLoading || updating.isLoading}>
              {template === null ? 'Create' : 'Save'}
            </SendButton>
            <Button
              onClick={() => {
                text.discard();
                onClose();
              }}
            >
              {isDirty ? 'Discard' : 'Cancel'}
            </Button>
          </>
        }
      >
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
        <Textarea label="Content" required hint="Markdown." {...pictures.bind(field('content'))} />
        <div>
          <PictureButton pictures={pictures} />
        </div>
        <PictureRows pictures={pictures} text={typed.content} />
      </Form>
    </Frame>
  );
}
