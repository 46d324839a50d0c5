import { useListUsersQuery } from '@/api/endpoints';
import type { Submission } from '@/api/types';
import { useFields } from '@/components/form/Form';
import { Row } from '@/components/Layout';
import { Text } from '@/components/Text';
import { KeyCells } from '@/records/desk/KeyCells';
import { isFirstReview, stepsOffered } from './decision';
import type { ChoiceProps } from './kind';

interface StepChoiceProps extends ChoiceProps<Pick<Submission, 'approvalStep' | 'submittedBy'>> {
  /** Minimum number of options; with fewer, nothing is asked. */
  readonly least?: number;
}

/** How many administrators have to approve: the first of them chooses. */
export function StepChoice({ item, form, disabled, least = 1 }: StepChoiceProps) {
  const first = isFirstReview(item);
  const { data: accounts } = useListUsersQuery({}, { skip: !first });
  const { value, onValue } = useFields(form).control('steps');
  const offered = stepsOffered(item, accounts);
  if (!first || offered.length < least) return null;
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
