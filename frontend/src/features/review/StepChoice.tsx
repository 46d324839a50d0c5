import { Row } from '@/components/Layout';
import { Text } from '@/components/Text';
import { KeyCells } from '@/records/desk/KeyCells';

interface StepChoiceProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** The numbers that can be asked for. */
  readonly offered: readonly number[];
  readonly disabled: boolean;
}

/** How many administrators have to approve. */
export function StepChoice({ value, onValue, offered, disabled }: StepChoiceProps) {
  return (
    <Row as="span">
      <Text size="dense" tone="muted" upper aria-hidden="true">
        Steps
      </Text>
      <KeyCells
        label="Approval steps"
        segments={offered.map((count) => ({
          value: String(count),
          label: String(count),
          meaning: count === 1 ? 'administrator' : 'administrators',
          why: disabled ? 'You cannot approve this.' : undefined,
        }))}
        value={value}
        onValue={onValue}
      />
    </Row>
  );
}
