import { Row } from '@/components/Layout';
import { Text } from '@/components/Text';
import { formatCount } from '@/lib/text';

/** Share of the limit from which the remaining characters are announced. */
const nearLimit = 0.95;

interface CharacterCountProps {
  readonly count: number;
  readonly limit: number;
}

/** The length of a text and its limit. Screen readers announce it when the text approaches the limit. */
export function CharacterCount({ count, limit }: CharacterCountProps) {
  const isOver = count > limit;
  const isNear = !isOver && count >= limit * nearLimit;
  return (
    <Row justify="between" gap="md">
      <div role="status">
        {isNear && (
          <Text tone="warn" size="dense">
            Close to the limit of {formatCount(limit)} characters.
          </Text>
        )}
      </div>
      <Text tone={isOver ? 'danger' : isNear ? 'warn' : 'muted'} size="dense">
        {formatCount(count)} / {formatCount(limit)} characters
      </Text>
    </Row>
  );
}
