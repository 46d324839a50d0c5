import styled from '@emotion/styled';
import { formatCount } from '@/lib/text';
import { theme } from '@/theme/theme';

const { color, font } = theme;

const Box = styled.div`
  display: grid;
  align-content: center;
  padding: 16px 12px;
  border-top: 1px dashed ${color.hair};
  font: ${font.dense};
  color: ${color.muted};
`;

interface PendingRowProps {
  /** Its number in the list, from 1 on. */
  readonly number: number;
  /** How high it is taken to be, in pixels. */
  readonly height: number;
}

/** Stands where a row will be when it has been fetched. The keys stop at it as at any other row. */
export function PendingRow({ number, height }: PendingRowProps) {
  return (
    <Box data-stop tabIndex={-1} style={{ height }}>
      RETRIEVING RECORD {formatCount(number)}
    </Box>
  );
}
