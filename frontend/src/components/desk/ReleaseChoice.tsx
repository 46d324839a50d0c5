import styled from '@emotion/styled';
import type { FieldBinding } from '@/components/Form';
import { Text } from '@/components/Text';
import { localTime, releaseOf } from '@/lib/releaseDate';
import { TextInput } from '@/components/TextInput';

/** A line of its own: beside the levels and the steps there is no room for it. */
const Line = styled.div`
  display: flex;
  flex: 1 0 100%;
  flex-wrap: wrap;
  gap: 4px 12px;
  align-items: center;
`;

/** Wide enough for a date and a time in every browser. */
const Box = styled.div`
  flex: 0 1 264px;
`;

/** When the approved record is released: the author's date, which the reviewer can change or remove. */
export function ReleaseChoice({ disabled, ...field }: FieldBinding & { readonly disabled: boolean }) {
  const at = releaseOf(field.value);
  return (
    <Line>
      <Text size="dense" tone="muted" upper aria-hidden="true">
        Release UTC
      </Text>
      <Box>
        <TextInput
          {...field}
          label="Release date (UTC)"
          hideLabel
          type="datetime-local"
          disabled={disabled}
        />
      </Box>
      {at !== null && (
        <Text size="dense" tone="muted">
          {localTime(at)} local
        </Text>
      )}
    </Line>
  );
}
