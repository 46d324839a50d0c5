import { useState } from 'react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expectNoAxeViolations } from '@/testing/axe';
import { LinkTextarea } from './LinkTextarea';

const records = [
  { id: '3fa9c1d0-7b1e-4c2a-9f00-0123456789ab', title: 'The gate', clearanceLevel: 1 },
  { id: '4fa9c1d0-7b1e-4c2a-9f00-0123456789ab', title: 'The wall', clearanceLevel: 3 },
];

function Writing({ onQuery }: { readonly onQuery: (query: string | null) => void }) {
  const [text, setText] = useState('');
  return (
    <LinkTextarea
      label="Content"
      value={text}
      linking={{ options: records, onQuery }}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

async function write(text: string) {
  const onQuery = jest.fn<undefined, [string | null]>();
  render(<Writing onQuery={onQuery} />);
  const user = userEvent.setup();
  const area = screen.getByRole('textbox', { name: 'Content' });
  await user.type(area, text);
  return { user, area, onQuery };
}

test('two brackets suggest records, and Enter accepts the selected one', async () => {
  const { user, area, onQuery } = await write('By [[[[the');
  expect(onQuery).toHaveBeenLastCalledWith('the');
  expect(screen.getByRole('listbox', { name: 'Records to link to' })).toBeInTheDocument();
  expect(area).toHaveAttribute('aria-activedescendant', screen.getAllByRole('option')[0]?.id);
  await expectNoAxeViolations();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('option', { name: /The wall/ })).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{Enter}');
  expect(area).toHaveValue('By [[The wall]]');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  await user.keyboard('{Enter}and on');
  expect(area).toHaveValue('By [[The wall]]\nand on');
});

test('Escape closes the list for this link and keeps the text', async () => {
  const { user, area } = await write('By [[[[the');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  await user.keyboard(' ga{Enter}');
  expect(area).toHaveValue('By [[the ga\n');
  await user.keyboard('[[[[x');
  expect(screen.getByRole('listbox')).toBeInTheDocument();
});

test('a record can be chosen by pointer, and text without a link has no suggestions', async () => {
  const { user, area } = await write('Plain [[text]');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  await user.type(area, ' [[[[w');
  await user.click(screen.getByRole('option', { name: /The gate/ }));
  expect(area).toHaveValue('Plain [text] [[The gate]]');
  expect(area).toHaveFocus();
});

test('a heading and words of the link stay when its record is chosen', async () => {
  const { user, area, onQuery } = await write('By [[[[|the door]].');
  await user.type(area, 'wa', { initialSelectionStart: 5, initialSelectionEnd: 5 });
  expect(onQuery).toHaveBeenLastCalledWith('wa');
  await user.keyboard('{ArrowDown}{Enter} now');
  expect(area).toHaveValue('By [[The wall|the door]] now.');
});

test('the words of a link have no suggestions', async () => {
  const { user, area } = await write('By [[[[The gate');
  expect(screen.getByRole('listbox')).toBeInTheDocument();
  await user.type(area, '|');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
});
