import { act } from '@testing-library/react';
import { decisionDelay } from '@/state/useDecisionKeys';

/** Waits until keys may decide on the case on screen. */
export async function rest(): Promise<void> {
  await act(
    () =>
      new Promise((resolve) => {
        setTimeout(resolve, decisionDelay);
      }),
  );
}
