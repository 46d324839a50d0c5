import { render, screen, within } from '@testing-library/react';
import { passagesOf } from '@/lib/diff';
import type { TextFile } from '@/lib/pictures';
import { compareTexts } from '@/lib/textDiff';
import { expectNoAxeViolations } from '@/testing/axe';
import { DiffText } from './DiffText';
import { DiffView } from './DiffView';

const [one, two] = ['8c20e1aa-0000-4000-8000-000000000001', '8c20e1bb-0000-4000-8000-000000000002'];

const files = [one, two].map((fileId): TextFile => ({
  fileId,
  name: 'a.png',
  size: 1,
  kind: 'picture',
  width: 800,
  height: 400,
}));

const show = (mode: 'inline' | 'side') =>
  render(
    <DiffView
      passages={passagesOf(compareTexts(`![Old lamp](file:${one})`, `![New lamp|300](file:${two})`))}
      mode={mode}
      sides={['Version 1', 'Version 2']}
      files={files}
    />,
  );

test.each(['inline', 'side'] as const)('an exchanged picture is shown with the old one, %s', async (mode) => {
  show(mode);
  const removed = screen.getByRole('deletion');
  const old = await within(removed).findByAltText('Old lamp');
  expect(old).toHaveAttribute('width', '240');
  expect(old).toHaveAttribute('src', `/objects/${one}`);
  expect(removed).toHaveTextContent('removed: Old lamp');
  const added = screen.getByRole('insertion');
  expect(within(added).getByAltText('New lamp')).toHaveAttribute('src', `/objects/${two}`);
  expect(added).toHaveTextContent('added: New lamp | 300');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  await expectNoAxeViolations();
});

test('a picture whose file is not known is named', async () => {
  render(
    <DiffView
      passages={passagesOf(compareTexts('', `![Lamp](file:${one})`))}
      mode="inline"
      sides={['', '']}
    />,
  );
  expect(await screen.findByText('Picture not available')).toBeVisible();
  expect(screen.getByRole('insertion')).toHaveTextContent('Lamp');
});

test('a title is never a picture', () => {
  render(<DiffText segments={[{ kind: 'added', text: `![Lamp](file:${one})` }]} />);
  expect(screen.getByRole('insertion')).toHaveTextContent(`![Lamp](file:${one})`);
});
