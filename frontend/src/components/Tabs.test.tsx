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

test('shows the panel of the chosen tab alone, under its name', async () => {
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

test('one stop for Tab, then the panel; arrows, Home and End choose', async () => {
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

test('other keys are left alone', async () => {
  const { change, operator } = open();
  await operator.tab();
  await operator.keyboard('x{Control>}{ArrowRight}{/Control}{ArrowDown}');
  expect(change).not.toHaveBeenCalled();
});
