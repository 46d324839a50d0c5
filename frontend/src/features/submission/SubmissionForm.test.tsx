import { screen, within } from '@testing-library/react';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { keepRecord, recordEntry } from '@/testing/records';
import { answer } from '@/testing/server';

const user = factory.user();
const title = () => screen.getByLabelText('Title');
const content = () => screen.getByLabelText('Content');
const category = () => screen.getByLabelText('Category');
const submit = () => screen.getByRole('button', { name: /^Submit for review/ });

beforeEach(() => {
  sessionStorage.clear();
  answer('get', '/api/user/submissions', []);
});

afterEach(() => {
  jest.restoreAllMocks();
});

async function open() {
  const view = renderRoute(recordEntry, { user });
  await screen.findByRole('heading', { level: 1, name: 'Document submission' });
  return view;
}

describe('the title of an incident', () => {
  test('is assigned by the server; one typed before returns with another category', async () => {
    const calls = answer('post', '/api/submissions', factory.submission(), { status: 201 });
    const { operator } = await open();
    await operator.type(title(), 'Signals on the stairs');
    await operator.selectOptions(category(), 'INCIDENT');
    expect(title()).toHaveValue('Assigned automatically: IR-XXXXXX');
    expect(title()).toHaveAttribute('readonly');
    await operator.type(title(), 'x');
    await expectNoAxeViolations();
    await operator.selectOptions(category(), 'SITE');
    expect(title()).toHaveValue('Signals on the stairs');
    await operator.selectOptions(category(), 'INCIDENT');
    await operator.type(content(), 'It counted back.');
    await operator.click(submit());
    expect(await findToast('Submission successful')).toBeInTheDocument();
    expect(calls.map((call) => call.body)).toEqual([
      {
        title: 'Incident report',
        category: 'INCIDENT',
        content: 'It counted back.',
        files: [],
        scheduledReleaseAt: null,
      },
    ]);
    expect(title()).toHaveValue('');
  });
});

describe('the length of the content', () => {
  const fill = async (text: string) => {
    keepRecord(user.id, { title: 'x', category: 'SITE', content: text, release: '' });
    await open();
  };

  test('is counted in characters as the server counts', async () => {
    await fill('𝄞𝄞 and text');
    expect(screen.getByText('2 words, 11 of 200,000 characters')).toBeInTheDocument();
    expect(screen.queryByText(/Close to the limit/)).not.toBeInTheDocument();
  });

  test('is announced close to the limit', async () => {
    await fill('x'.repeat(190_000));
    expect(screen.getByText('Close to the limit of 200,000 characters.')).toBeInTheDocument();
    expect(content()).toBeValid();
  });

  test('over the limit is a problem of the field, and nothing is cut', async () => {
    const text = 'x'.repeat(200_012);
    await fill(text);
    expect(content()).toHaveAccessibleDescription(
      /12 characters over the limit of 200,000\. Shorten the text/,
    );
    expect(content()).toBeInvalid();
    expect(content()).toHaveValue(text);
  });
});

describe('the preview', () => {
  test('takes the place of the guidelines with the first words and renders them, after a pause', async () => {
    const { operator } = await open();
    const rule = 'No personal information or real names.';
    const guidelines = () => screen.queryByRole('region', { name: 'Guidelines' });
    expect(guidelines()).toHaveTextContent(rule);
    expect(screen.queryByRole('button', { name: 'Guidelines' })).not.toBeInTheDocument();
    await expectNoAxeViolations();
    await operator.type(content(), '# Findings');
    expect(guidelines()).not.toBeInTheDocument();
    const preview = screen.getByRole('region', { name: 'Preview' });
    expect(await within(preview).findByRole('heading', { name: 'Findings' })).toBeInTheDocument();
    await expectNoAxeViolations();
    await operator.click(screen.getByRole('button', { name: 'Guidelines' }));
    expect(guidelines()).toHaveTextContent(rule);
    await operator.click(screen.getByRole('button', { name: 'Guidelines' }));
    expect(screen.getByRole('region', { name: 'Preview' })).toBeInTheDocument();
  });

  test('replaces the text on a narrow window, and an invalid text comes back to the front', async () => {
    const original = window.matchMedia;
    jest
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) => Object.assign(original(query), { matches: query.includes('1099') }));
    keepRecord(user.id, { title: 'x', category: 'SITE', content: '', release: '' });
    const { operator } = await open();
    expect(screen.queryByRole('region', { name: 'Preview' })).not.toBeInTheDocument();
    await operator.click(screen.getByRole('button', { name: 'Preview' }));
    expect(screen.getByRole('region', { name: 'Preview' })).toBeInTheDocument();
    expect(content()).not.toBeVisible();
    await operator.click(submit());
    expect(content()).toHaveFocus();
    expect(content()).toBeInvalid();
  });
});
