import { act, screen, waitFor, within } from '@testing-library/react';
import { answerFigures } from '@/testing/analytics';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { refuse } from '@/testing/server';
import { FakePlot } from '@/testing/uplot';

jest.mock('uplot', () => ({ __esModule: true, default: FakePlot }));

function open() {
  return renderRoute('/admin/analytics', { user: factory.admin() });
}

function hide(hidden: boolean) {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(hidden ? 'hidden' : 'visible');
  document.dispatchEvent(new Event('visibilitychange'));
}

afterEach(() => {
  jest.restoreAllMocks();
});

test('the panels show the numbers, and the score with its word', async () => {
  answerFigures();
  open();
  const security = within(await screen.findByRole('region', { name: 'Security' }));
  expect(await security.findByText('93%')).toBeInTheDocument();
  expect(security.getByText('NOMINAL')).toBeInTheDocument();
  expect(security.getByText('94.4 granted minus 1.7 suspicious')).toBeInTheDocument();
  expect(security.getByText('389 / 23')).toBeInTheDocument();
  expect(security.getByText('2026-03-13 11:49')).toBeInTheDocument();
  const system = within(screen.getByRole('region', { name: 'System' }));
  expect(await system.findByText('41d')).toBeInTheDocument();
  expect(system.getByText('7 HOURS')).toBeInTheDocument();
  expect(system.getByText('1,128')).toBeInTheDocument();
  const activity = within(screen.getByRole('region', { name: 'Activity' }));
  expect(await activity.findByText('3,206')).toBeInTheDocument();
  expect(activity.getByText('412 downloads')).toBeInTheDocument();
  expect(screen.getByText('Data refreshes every 30 seconds')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Control panel' })).toHaveAttribute('href', '/admin');
  expect(await screen.findAllByRole('img', { name: /^(Sign-ins|Submissions|Reads|System) by/ })).toHaveLength(
    4,
  );
  await expectNoAxeViolations();
});

test('without data the score is 100 and empty plots say so', async () => {
  const time = '2026-03-14T09:00:00.000Z';
  const none = { totalLoginAttempts: 0, successfulLogins: 0, suspiciousActivities: 0 };
  answerFigures({ security: { ...none, lastBreachAttempt: null }, points: [{ time }] });
  open();
  expect(await screen.findByText('100%')).toBeInTheDocument();
  expect(screen.getByText('NONE')).toBeInTheDocument();
  for (const words of [
    'NO SIGN-INS IN THE LAST 24 HOURS',
    'NO SUBMISSIONS IN THE LAST 7 DAYS',
    'NO RECORDS READ IN THE LAST 7 DAYS',
    'NO SAMPLES IN THE LAST 24 HOURS',
  ])
    expect(await screen.findByText(words)).toBeInTheDocument();
  expect(screen.queryByRole('img', { name: /by (hour|day)/ })).not.toBeInTheDocument();
});

test('the same numbers are shown as a table, the newest first', async () => {
  answerFigures({
    points: [
      { time: '2026-03-14T08:00:00.000Z', granted: 1234, failed: 0 },
      { time: '2026-03-14T09:00:00.000Z', granted: 5, failed: 1 },
    ],
  });
  const { operator } = open();
  await operator.click(await screen.findByRole('button', { name: 'Show as table: Sign-ins by hour' }));
  const table = screen.getByRole('table', { name: 'Sign-ins by hour, UTC' });
  const rows = within(table).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'Hourgrantedrefused',
    '2026-03-14 09:0051',
    '2026-03-14 08:001,2340',
  ]);
  await operator.click(screen.getByRole('button', { name: 'Show as plot: Sign-ins by hour' }));
  expect(await screen.findByRole('img', { name: /^Sign-ins by hour/ })).toBeInTheDocument();
});

test('another system metric is requested and shown in its unit', async () => {
  const { series } = answerFigures();
  const { operator } = open();
  const metric = await screen.findByRole('combobox', { name: 'System metric' });
  await operator.selectOptions(metric, 'Memory used');
  expect(
    await screen.findByRole('img', {
      name: 'System by hour, last 24 hours: memory used 50.0 MB at last, at most 50.0 MB.',
    }),
  ).toBeInTheDocument();
  const asked = series.map(
    ({ url }) => `${url.searchParams.get('metric')} ${url.searchParams.get('interval')}`,
  );
  expect(asked.sort()).toEqual([
    'active_sessions hour',
    'memory_used hour',
    'reads day',
    'sign-ins hour',
    'submissions day',
  ]);
});

test('a failed panel says so and can be retried, and the others stay', async () => {
  answerFigures();
  refuse('get', '/api/admin/analytics/system', 503, { code: 'unavailable', message: 'No answer.' });
  const { operator } = open();
  expect(await screen.findByText('ERROR: Failed to load system analytics')).toBeInTheDocument();
  expect(await screen.findByText('93%')).toBeInTheDocument();
  answerFigures();
  await operator.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('41d')).toBeInTheDocument();
});

test('the numbers refresh every 30 seconds in the background, only while the page is visible', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  try {
    const { security, series } = answerFigures();
    open();
    await screen.findByText('93%');
    await act(() => jest.advanceTimersByTimeAsync(29_000));
    expect(security).toHaveLength(1);
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    await waitFor(() =>
      expect(security.map((call) => call.headers.get('X-Background'))).toEqual([null, '1']),
    );
    expect(series).toHaveLength(8);
    act(() => {
      hide(true);
    });
    await act(() => jest.advanceTimersByTimeAsync(120_000));
    expect(security).toHaveLength(2);
    // At once, not with the next poll.
    act(() => {
      hide(false);
    });
    await waitFor(() => expect(security).toHaveLength(3));
    expect(security[2]?.headers.get('X-Background')).toBe('1');
  } finally {
    jest.useRealTimers();
  }
});

test('the status bar says when the numbers were read and when they are read again', async () => {
  jest.useFakeTimers({ advanceTimers: true, now: Date.parse('2026-03-14T11:53:02Z') });
  try {
    answerFigures();
    open();
    await screen.findByText('93%');
    const bar = screen.getByRole('contentinfo', { name: 'Status' });
    await waitFor(() => expect(bar).toHaveTextContent(/read 11:53:0\d, again in (30|29) s/));
    expect(bar).toHaveTextContent(/u refresh/);
    expect(bar).toHaveTextContent(/t tables/);
    await act(() => jest.advanceTimersByTimeAsync(12_000));
    expect(bar).toHaveTextContent(/read 11:53:0\d, again in 1[78] s/);
  } finally {
    jest.useRealTimers();
  }
});

test('one key refreshes all numbers as the user, and another switches between plots and tables', async () => {
  const { security, series } = answerFigures();
  const { operator } = open();
  await screen.findAllByRole('img', { name: /^(Sign-ins|Submissions|Reads|System) by/ });
  await operator.click(await screen.findByRole('button', { name: 'Show as table: Sign-ins by hour' }));
  await operator.keyboard('u');
  await waitFor(() => expect(series).toHaveLength(8));
  expect(security.map((call) => call.headers.get('X-Background'))).toEqual([null, null]);
  await operator.keyboard('t');
  expect(screen.getAllByRole('table')).toHaveLength(4);
  await operator.keyboard('t');
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});

test('users who are not administrators are sent to the main terminal', async () => {
  const { router } = renderRoute('/admin/analytics', { user: factory.user() });
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});
