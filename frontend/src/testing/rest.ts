import { act } from '@testing-library/react';
import { decisionRest } from '@/state/useDecisionKeys';

/** Waits until keys may decide on the case on screen. */
export async function rest(): Promise<void> {
  await act(
    () =>
      new Promise((resolve) => {
        setTimeout(resolve, decisionRest);
      }),
  );
}
