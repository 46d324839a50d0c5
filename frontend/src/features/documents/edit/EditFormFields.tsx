import { useFields } from '@/components/form/Form';
import type { FormHandle } from '@/components/form/formStore';
import { Select } from '@/components/form/Select';
import { TextInput } from '@/components/form/TextInput';
import { Grid } from '@/components/Layout';
import { categoriesFor } from '@/lib/categories';
import { clearanceLevels, clearanceName } from '@/lib/clearance';
import { ContentField, type ContentView } from '@/records/writing/ContentField';
import { Attaching } from '@/records/writing/files/Attaching';
import type { FileUploads } from '@/records/writing/files/useFileUploads';
import type { PictureUploads } from '@/records/writing/pictures/usePictureUploads';
import { useLinking } from '@/state/useLinking';
import type { EditFields } from '@/text/editDrafts';

const levels = clearanceLevels.map((level) => ({
  value: String(level),
  label: `${level} ${clearanceName(level)}`,
}));

interface EditFormFieldsProps {
  readonly form: FormHandle<EditFields>;
  /** The category that the document has. */
  readonly category: string;
  /** Maximum length of the content, in characters. */
  readonly limit: number;
  readonly view: ContentView;
  readonly onView: (view: ContentView) => void;
  readonly pictures: PictureUploads;
  readonly uploads: FileUploads;
}

export function EditFormFields(props: EditFormFieldsProps) {
  const { form, category, limit, view, onView, pictures, uploads } = props;
  const { field, control } = useFields(form);
  const linking = useLinking();
  return (
    <>
      <Grid columns="minmax(0, 1fr) 240px 240px" gap="md">
        <TextInput label="Title" required autoComplete="off" {...field('title')} />
        <Select label="Category" required options={categoriesFor('edit', category)} {...field('category')} />
        <Select label="Proposed clearance level" options={levels} {...field('level')} />
      </Grid>
      <ContentField
        field={field('content')}
        view={view}
        onView={onView}
        linking={linking}
        pictures={pictures}
        limit={limit}
      />
      <Attaching
        form={form}
        uploads={uploads}
        pictures={pictures}
        limit={limit}
        error={control('files').error}
      />
      <TextInput
        label="Change description"
        autoComplete="off"
        hint="Optional: what changes and why. The reviewer sees it, and the version history keeps it."
        {...field('changeDescription')}
      />
    </>
  );
}
