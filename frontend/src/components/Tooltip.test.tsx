import { act, fireEvent, render, screen } from '@testing-library/react';
import { listenToKeys } from '@/keyboard/keyboard';
import { Button } from './Button';
import { LevelCells } from './LevelCells';
import { TooltipLayer } from './TooltipLayer';
import { cutTip, tip, tipTimes } from './tips';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

function wait(milliseconds: number) {
  act(() => {
    jest.advanceTimersByTime(milliseconds);
  });
}

const over = (element: Element, pointerType = 'mouse') =>
  fireEvent(element, Object.assign(new Event('pointerover', { bubbles: true }), { pointerType }));

const shown = () => screen.queryByRole('tooltip')?.textContent ?? null;

test('the first tooltip appears after 700 milliseconds and the next one at once', () => {
  render(
    <>
      <LevelCells level={4} />
      <time {...tip('2026-03-14 09:26:53 UTC')}>4 h ago</time>
      <p>Elsewhere</p>
      <TooltipLayer />
    </>,
  );
  over(screen.getByText('L4'));
  wait(tipTimes.delay - 1);
  expect(shown()).toBeNull();
  wait(1);
  expect(shown()).toBe('Clearance level 4 of 5: TASK FORCE');
  over(screen.getByText('4 h ago'));
  wait(0);
  expect(shown()).toBe('2026-03-14 09:26:53 UTC');
  over(screen.getByText('Elsewhere'));
  wait(tipTimes.skip);
  expect(shown()).toBeNull();
  wait(tipTimes.skip);
  over(screen.getByText('4 h ago'));
  wait(tipTimes.delay - 1);
  expect(shown()).toBeNull();
});

test('touch and presses show no tooltip', () => {
  render(
    <>
      <button type="button" {...tip('Explains')}>
        Act
      </button>
      <TooltipLayer />
    </>,
  );
  const button = screen.getByRole('button');
  over(button, 'touch');
  wait(tipTimes.delay);
  expect(shown()).toBeNull();
  over(button);
  wait(tipTimes.delay);
  expect(shown()).toBe('Explains');
  expect(button).toHaveAccessibleDescription('Explains');
  fireEvent.pointerDown(button);
  expect(shown()).toBeNull();
  expect(button).not.toHaveAttribute('aria-describedby');
});

test('a text has a tooltip only if it is cut', () => {
  render(
    <>
      <span {...cutTip()}>Inventory of doors</span>
      <TooltipLayer />
    </>,
  );
  const text = screen.getByText('Inventory of doors');
  over(text);
  wait(tipTimes.delay);
  expect(shown()).toBeNull();
  over(document.body);
  jest.spyOn(text, 'scrollWidth', 'get').mockReturnValue(200);
  over(text);
  wait(tipTimes.delay);
  expect(shown()).toBe('Inventory of doors');
});

test('a disabled button stays in the tab order and shows its reason', () => {
  const onClick = jest.fn();
  render(
    <>
      <Button why="Assign a level first." onClick={onClick}>
        Approve
      </Button>
      <TooltipLayer />
    </>,
  );
  const button = screen.getByRole('button', { name: 'Approve' });
  jest.spyOn(button, 'matches').mockReturnValue(true);
  act(() => {
    button.focus();
  });
  wait(tipTimes.delay);
  expect(button).toHaveFocus();
  expect(shown()).toBe('Assign a level first.');
  fireEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
});

test('within a dialog Escape closes only the tooltip, and elsewhere it keeps its effect', () => {
  const stop = listenToKeys();
  render(
    <>
      <time {...tip('2026-03-14 09:26:53 UTC')}>4 h ago</time>
      <div role="dialog" aria-label="Question">
        <time {...tip('2026-03-13 09:26:53 UTC')}>yesterday</time>
      </div>
      <TooltipLayer />
    </>,
  );
  const passes = (words: string) => {
    over(screen.getByText(words));
    wait(tipTimes.delay);
    expect(shown()).not.toBeNull();
    const isPassed = fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(shown()).toBeNull();
    return isPassed;
  };
  expect([passes('yesterday'), passes('4 h ago')]).toEqual([false, true]);
  // No tooltip is left to consume the key.
  expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(true);
  stop();
});

test('a key closes the tooltip and keeps its effect', () => {
  const stop = listenToKeys();
  render(
    <>
      <time {...tip('2026-03-14 09:26:53 UTC')}>4 h ago</time>
      <TooltipLayer />
    </>,
  );
  over(screen.getByText('4 h ago'));
  wait(tipTimes.delay);
  expect(shown()).toBe('2026-03-14 09:26:53 UTC');
  expect(fireEvent.keyDown(document.body, { key: 'x' })).toBe(true);
  expect(shown()).toBeNull();
  stop();
});
