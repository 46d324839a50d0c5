import { act, screen, within } from '@testing-library/react';
import { listenToKeys } from '@/keyboard/keyboard';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { keepRecord, recordEntry } from '@/testing/records';
import { answer } from '@/testing/server';

const user = factory.user({ clearanceLevel: 3 });
const content = () => screen.getByLabelText<HTMLTextAreaElement>('Content');
const bar = () => within(screen.getByRole('toolbar', { name: 'Formatting' }));
const tool = (name: string) => bar().getByRole('button', { name });
const submit = () => screen.getByRole('button', { name: 'Submit for review' });

let stopListening: () => void;

beforeEach(() => {
  sessionStorage.clear();
  answer('get', '/api/user/submissions', []);
  stopListening = listenToKeys();
});

afterEach(() => {
  stopListening();
  jest.restoreAllMocks();
});

async function open(text = '', record: object = { title: 'x', category: 'SITE' }) {
  keepRecord(user.id, { release: '', content: text, ...record });
  const view = renderRoute(recordEntry, { user });
  await screen.findByRole('toolbar', { name: 'Formatting' });
  return view;
}

function select(start: number, end: number) {
  act(() => {
    content().focus();
    content().setSelectionRange(start, end);
  });
}

const selected = () => content().value.slice(content().selectionStart, content().selectionEnd);

describe('the bar', () => {
  test('acts on the selection and returns the focus to the text', async () => {
    const { operator } = await open('the lamp room');
    select(4, 8);
    await operator.click(tool('Bold'));
    expect(content()).toHaveValue('the **lamp** room');
    expect(content()).toHaveFocus();
    expect(selected()).toBe('lamp');
    await operator.click(tool('Bold'));
    expect(content()).toHaveValue('the lamp room');
    await expectNoAxeViolations();
  });

  test('is one tab stop, in which arrow keys move', async () => {
    const { operator } = await open();
    act(() => tool('Bold').focus());
    await operator.keyboard('{ArrowRight}{ArrowRight}');
    expect(tool('Heading')).toHaveFocus();
    await operator.keyboard('{End}{ArrowRight}');
    expect(tool('Bold')).toHaveFocus();
    await operator.keyboard('{ArrowLeft}{Home}{ArrowRight}');
    expect(tool('Italic')).toHaveFocus();
    await operator.tab();
    expect(content()).toHaveFocus();
    await operator.tab({ shift: true });
    expect(tool('Italic')).toHaveFocus();
  });

  test("a passage asks for a level up to the author's own", async () => {
    const { operator } = await open('the lamp room');
    select(4, 8);
    await operator.click(tool('Passage'));
    const menu = screen.getByRole('menu', { name: 'Level of the passage' });
    expect(within(menu).getAllByRole('menuitem')).toHaveLength(3);
    await expectNoAxeViolations();
    await operator.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Escape}');
    expect(menu).not.toBeInTheDocument();
    expect(tool('Passage')).toHaveFocus();
    await operator.keyboard('{Enter}3');
    expect(content()).toHaveValue('the {{3|lamp}} room');
    expect(content()).toHaveFocus();
  });

  test('the help replaces the preview', async () => {
    const { operator } = await open('the lamp room');
    await operator.click(tool('Markdown help'));
    expect(screen.getByRole('region', { name: 'Markdown help' })).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Preview' })).not.toBeInTheDocument();
    await expectNoAxeViolations();
    await operator.click(tool('Preview'));
    expect(screen.getByRole('region', { name: 'Preview' })).toBeInTheDocument();
    await operator.click(tool('Preview'));
    expect(screen.queryByRole('region', { name: 'Preview' })).not.toBeInTheDocument();
  });
});

describe('keys', () => {
  test('emphasize and link, and Ctrl K does not open the palette', async () => {
    const { operator } = await open('the lamp room');
    select(4, 8);
    await operator.keyboard('{Control>}b{/Control}{Control>}i{/Control}');
    expect(content()).toHaveValue('the ***lamp*** room');
    await operator.keyboard('{Control>}k{/Control}');
    expect(content()).toHaveValue('the ***[[|lamp]]*** room');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('Enter continues a list and ends it at an empty item; Tab leaves the field', async () => {
    const { operator } = await open('- one');
    select(5, 5);
    await operator.keyboard('{Enter}two{Enter}{Enter}');
    expect(content()).toHaveValue('- one\n- two\n');
    await operator.tab();
    expect(content()).not.toHaveFocus();
  });

  test('a key toggles full screen, and sending the form leaves it', async () => {
    const { operator } = await open('One.', { title: '', category: 'SITE' });
    select(0, 0);
    await operator.keyboard('{Control>}{Shift>}f{/Shift}{/Control}');
    expect(tool('Full screen')).toHaveAttribute('aria-pressed', 'true');
    await operator.keyboard('{Escape}');
    expect(tool('Full screen')).toHaveAttribute('aria-pressed', 'false');
    expect(content()).toHaveFocus();
    await operator.click(tool('Full screen'));
    expect(content()).toHaveFocus();
    await operator.keyboard('{Control>}{Enter}{/Control}');
    expect(tool('Full screen')).toHaveAttribute('aria-pressed', 'false');
    expect(screen.getByLabelText('Title')).toHaveFocus();
  });
});

describe('the bar that saves', () => {
  test('counts words and characters, and shows what is missing only when it is pressed', async () => {
    const { operator } = await open('One, two: 音 𝄞.', { title: '', category: '' });
    expect(screen.getByText('3 words, 14 of 200,000 characters')).toBeInTheDocument();
    expect(submit()).toHaveAttribute('data-incomplete');
    await operator.click(submit());
    expect(await findToast('Missing fields')).toBeInTheDocument();
    await operator.type(screen.getByLabelText('Title'), 'x');
    await operator.selectOptions(screen.getByLabelText('Category'), 'SITE');
    expect(submit()).not.toHaveAttribute('data-incomplete');
  });
});
