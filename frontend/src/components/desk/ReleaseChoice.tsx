import styled from '@emotion/styled';
import type { FieldBinding } from '@/components/Form';
import { Text } from '@/components/Text';
import { TextInput } from '@/components/TextInput';

/** Wide enough for a date and a time in every browser. */
const Box = styled.div`
  flex: 0 1 224px;
`;

/** When the approved record is released: the author's date, which the reviewer can change or remove. */
export function ReleaseChoice({ disabled, ...field }: FieldBinding & { readonly disabled: boolean }) {
  return (
    <>
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
    </>
  );
}
