import { useState } from 'react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expectNoAxeViolations } from '@/testing/axe';
import { TabPanel, Tabs } from './Tabs';

const tabs = [
  { value: 'one', label: 'One', count: 3 },
  { value: 'two', label: 'Two' },
  { value: 'three', label: 'Three' },
] as const;

type Value = (typeof tabs)[number]['value'];

function Cabinet({ onChange }: { readonly onChange: (value: Value) => void }) {
  const [value, setValue] = useState<Value>('one');
  return (
    <main>
      <h1>Cabinet</h1>
      <Tabs
        label="Drawers"
        tabs={tabs}
        value={value}
        onChange={(next) => {
          onChange(next);
          setValue(next);
        }}
      >
        {tabs.map((tab) => (
          <TabPanel key={tab.value} value={tab.value}>
            Drawer {tab.value}
          </TabPanel>
        ))}
      </Tabs>
    </main>
  );
}

function open() {
  const change = jest.fn();
  render(<Cabinet onChange={change} />);
  return { change, operator: userEvent.setup() };
}

test('only the panel of the selected tab is shown, named by the tab', async () => {
  const { change, operator } = open();
  expect(screen.getByRole('tab', { name: 'One (3)', selected: true })).toHaveAttribute('tabindex', '0');
  expect(screen.getByRole('tabpanel', { name: 'One (3)' })).toHaveTextContent('Drawer one');
  await operator.click(screen.getByRole('tab', { name: 'Two' }));
  expect(screen.getByRole('tabpanel', { name: 'Two' })).toHaveTextContent('Drawer two');
  expect(screen.queryByText('Drawer one')).not.toBeInTheDocument();
  await operator.click(screen.getByRole('tab', { name: 'Two' }));
  expect(change.mock.calls).toEqual([['two']]);
  await expectNoAxeViolations();
});

test('the tab list is one tab stop before the panel; arrow keys, Home and End select', async () => {
  const { operator } = open();
  await operator.tab();
  expect(screen.getByRole('tab', { name: 'One (3)' })).toHaveFocus();
  for (const [key, name] of [
    ['{ArrowRight}', 'Two'],
    ['{End}', 'Three'],
    ['{ArrowRight}', 'One (3)'],
    ['{ArrowLeft}', 'Three'],
    ['{Home}', 'One (3)'],
  ] as const) {
    await operator.keyboard(key);
    expect(screen.getByRole('tab', { name, selected: true })).toHaveFocus();
  }
  await operator.tab();
  expect(screen.getByRole('tabpanel')).toHaveFocus();
});

test('other keys keep their default action', async () => {
  const { change, operator } = open();
  await operator.tab();
  await operator.keyboard('x{Control>}{ArrowRight}{/Control}{ArrowDown}');
  expect(change).not.toHaveBeenCalled();
});
