import type { ReactNode } from 'react';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';

/** A decision that is asked about before it is sent. */
export interface Question {
  readonly title: string;
  readonly description: ReactNode;
  /** The label of the deciding button; a verb. */
  readonly label: string;
  readonly danger?: boolean;
  readonly send: () => Promise<void>;
}

interface DecisionQuestionProps {
  /** `null` while nothing is asked. */
  readonly question: Question | null;
  readonly busy: boolean;
  readonly onClose: () => void;
}

/** The question before every decision on a desk. Its deciding button has the focus: a letter, then Enter decides. */
export function DecisionQuestion({ question, busy, onClose }: DecisionQuestionProps) {
  return (
    <ConfirmDialog
      open={question !== null}
      onOpenChange={onClose}
      title={question?.title ?? ''}
      description={question?.description ?? ''}
      confirmLabel={question?.label ?? ''}
      danger={question?.danger}
      focusConfirm
      busy={busy}
      onConfirm={() => {
        if (question !== null) void question.send().then(onClose);
      }}
    />
  );
}
