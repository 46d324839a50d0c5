import type { FieldBinding } from '@/components/form/Form';
import { TextInput } from '@/components/form/TextInput';
import { localTime, releaseOf } from '@/lib/releaseDate';

/**
 * When a record is released: a date and a time in UTC, shown with the time of this browser's zone. It is typed: the
 * browsers' own fields have the form of the browser's language, and their "today" is that of the local zone.
 */
export function ReleaseInput(field: FieldBinding) {
  const at = releaseOf(field.value);
  return (
    <TextInput
      label="Release date (UTC)"
      placeholder="YYYY-MM-DD HH:MM"
      autoComplete="off"
      maxLength={19}
      hint={
        at === null
          ? 'Optional. Until then, only administrators see the published record.'
          : `${localTime(at)} where you are. Until then, only administrators see the published record.`
      }
      {...field}
    />
  );
}
