import { act, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { renderRoute } from '@/testing/render';
import type { PathOf } from '@/testing/contract';
import { refuse } from '@/testing/server';

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true });
});

afterEach(() => {
  jest.useRealTimers();
});

interface Way {
  readonly path: string;
  readonly tab?: string;
  readonly call: PathOf<'post'>;
  readonly button: string;
  /** The field in which Enter submits the form. */
  readonly last: string;
  readonly fill: (operator: UserEvent) => Promise<void>;
}

async function fillNameAndPassword(operator: UserEvent) {
  await operator.type(screen.getByLabelText('Username'), 'k-osei');
  await operator.type(screen.getByLabelText('Password'), 'eleven seconds of delay');
}

const ways: readonly Way[] = [
  {
    path: '/auth',
    call: '/api/login',
    button: 'Login',
    last: 'Password',
    fill: fillNameAndPassword,
  },
  {
    path: '/auth',
    tab: 'Register',
    call: '/api/register',
    button: 'Register',
    last: 'Password',
    fill: fillNameAndPassword,
  },
  {
    path: '/2fa?username=k-osei',
    call: '/api/verify-2fa',
    button: 'Verify',
    last: '6-digit code',
    fill: (operator) => operator.type(screen.getByLabelText('6-digit code'), '123456'),
  },
];

test.each(ways)(
  'after too many requests to $call neither the button nor Enter sends until the wait has ended',
  async ({ path, tab, call, button, last, fill }) => {
    const { operator } = renderRoute(path, { user: null });
    if (tab !== undefined) await operator.click(await screen.findByRole('tab', { name: tab }));
    const send = await screen.findByRole('button', { name: button });
    const calls = refuse(
      'post',
      call,
      429,
      { code: 'rate_limited', message: 'Too many attempts.' },
      { 'Retry-After': '90' },
    );
    await fill(operator);
    await operator.click(send);
    const waiting = await screen.findByRole('button', { name: /^Wait (90|89) seconds$/ });
    expect(waiting).toHaveAttribute('aria-disabled', 'true');
    await fill(operator);
    await operator.click(waiting);
    await operator.type(screen.getByLabelText(last), '{Enter}');
    expect(calls).toHaveLength(1);
    await act(() => jest.advanceTimersByTimeAsync(90_500));
    const again = await screen.findByRole('button', { name: button });
    expect(again).not.toHaveAttribute('aria-disabled');
    await operator.click(again);
    expect(await screen.findByRole('button', { name: /^Wait (90|89) seconds$/ })).toBeInTheDocument();
    expect(calls).toHaveLength(2);
  },
);
