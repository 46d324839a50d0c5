import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import styled from '@emotion/styled';
import { Button } from '@/components/Button';
import type { FieldBinding } from '@/components/form/Form';
import { TextInput } from '@/components/form/TextInput';
import { Text } from '@/components/Text';
import { localTime, releaseOf } from '@/lib/releaseDate';
import { useCaseHead } from './caseHead';

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

/**
 * When the approved record is released: the author's date, which the reviewer can change or remove. Without a date it
 * is a button, so that the text of the case keeps its room.
 */
export function ReleaseChoice({ disabled, ...field }: FieldBinding & { readonly disabled: boolean }) {
  const [isOpen, setOpen] = useState(field.value !== '');
  // It stays while its date is removed and typed again.
  if (!isOpen && field.value !== '') setOpen(true);
  const line = useRef<HTMLDivElement>(null);
  const at = releaseOf(field.value);
  const inHead = useCaseHead();
  if (!isOpen) {
    const open = (
      <Button
        size="sm"
        variant="flat"
        disabled={disabled}
        onClick={() => {
          flushSync(() => setOpen(true));
          line.current?.querySelector('input')?.focus();
        }}
      >
        Set release date
      </Button>
    );
    return inHead === null ? open : inHead(open, 'titleEnd');
  }
  return (
    <Line ref={line}>
      <Text size="dense" tone="muted" upper aria-hidden="true">
        Release UTC
      </Text>
      <Box>
        <TextInput
          {...field}
          label="Release date (UTC)"
          hideLabel
          placeholder="YYYY-MM-DD HH:MM"
          autoComplete="off"
          maxLength={19}
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
