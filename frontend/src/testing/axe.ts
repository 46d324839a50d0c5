import { act } from '@testing-library/react';
import axe from 'axe-core';

/**
 * Fails for every rule that the page violates. Contrast needs a real browser and is checked in e2e and in the theme.
 */
export async function expectNoAxeViolations(container: Element = document.body): Promise<void> {
  // Clocks on the page keep ticking during the check.
  const { violations } = await act(() =>
    axe.run(container, {
      // Reporting passed rules takes longer than checking them.
      resultTypes: ['violations'],
      // The last rule needs a canvas to measure text, which jsdom does not have.
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
