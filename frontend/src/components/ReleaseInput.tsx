import { localTime, releaseOf } from '@/lib/releaseDate';
import type { FieldBinding } from './Form';
import { TextInput } from './TextInput';

/** When a record is released: a date and a time in UTC, shown with the time of this browser's zone. */
export function ReleaseInput(field: FieldBinding) {
  const at = releaseOf(field.value);
  return (
    <TextInput
      label="Release date (UTC)"
      type="datetime-local"
      hint={
        at === null
          ? 'Optional. Until then, only administrators see the published record.'
          : `${localTime(at)} where you are. Until then, only administrators see the published record.`
      }
      {...field}
    />
  );
}
