import type { Submission } from '@/api/types';
import { Isolated } from '@/components/Isolated';
import { Text } from '@/components/Text';

/** Who took which step of a review, and in which words. */
export function StepList({ steps }: { readonly steps: Submission['approvalSteps'] }) {
  return steps.map(({ id, stepNumber, approverUsername, status, comments }) => (
    <Text key={id} as="p" tone="muted" size="dense">
      Step {stepNumber}: {status} by {approverUsername}
      {comments !== null && (
        <>
          , <Isolated>{`"${comments}"`}</Isolated>
        </>
      )}
    </Text>
  ));
}
