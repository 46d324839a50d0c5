import { act } from '@testing-library/react';
import axe from 'axe-core';

/** Fails with every rule that the page breaks. Contrast needs a real browser and is checked in e2e and in the theme. */
export async function expectNoAxeViolations(container: Element = document.body): Promise<void> {
  // The page goes on while it is looked at: its clocks tick.
  const { violations } = await act(() =>
    axe.run(container, {
      // To report what passed takes longer than to judge it.
      resultTypes: ['violations'],
      // The last one asks a canvas for the width of letters, which jsdom does not have.
      rules: {
        'color-contrast': { enabled: false },
        region: { enabled: false },
        'label-content-name-mismatch': { enabled: false },
      },
    }),
  );
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
    [],
  );
}
