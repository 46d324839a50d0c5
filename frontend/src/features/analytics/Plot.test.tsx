import { render, screen, waitFor } from '@testing-library/react';
import { FakePlot } from '@/testing/uplot';
import { palettes } from '@/theme/tokens';
import { PlotCanvas, colorNow, peakOf } from './PlotCanvas';
import type { PlotProps } from './plotSeries';

jest.mock('uplot', () => ({ __esModule: true, default: FakePlot }));

const lines: PlotProps = {
  kind: 'lines',
  name: 'Doors by hour: 3 opened.',
  labels: ['08:00', '09:00', '10:00'],
  series: [
    { name: 'opened', values: [1, null, 2], tone: 'text', look: 'solid' },
    { name: 'forced', values: [0, 1, 0], tone: 'danger', look: 'dashed' },
  ],
  format: (value) => `${value} doors`,
};

beforeEach(() => {
  FakePlot.all = [];
});

function plot(): FakePlot {
  const [first] = FakePlot.all;
  if (first === undefined) throw new Error('Expected a plot.');
  return first;
}

/** The labels of an axis for some values. */
function said(axis: number, values: readonly number[]): unknown {
  const words = plot().options.axes?.[axis]?.values;
  return typeof words === 'function' ? words(plot() as never, [...values], axis, 1, 1) : words;
}

test('a plot is one image with a sentence as its name', () => {
  render(<PlotCanvas {...lines} />);
  expect(screen.getByRole('img', { name: 'Doors by hour: 3 opened.' })).toBeInTheDocument();
  expect(plot().data).toEqual([
    [0, 1, 2],
    [1, null, 2],
    [0, 1, 0],
  ]);
  expect(plot().options.series.map(({ dash }) => dash)).toEqual([undefined, [], [6, 4]]);
  expect(said(0, [0, 2, 5])).toEqual(['08:00', '10:00', '']);
  expect(said(1, [4])).toEqual(['4 doors']);
});

test('new numbers are drawn into the same plot, another form into a new one', () => {
  const { rerender, unmount } = render(<PlotCanvas {...lines} />);
  const first = plot();
  rerender(
    <PlotCanvas
      {...lines}
      labels={['09:00', '10:00', '11:00']}
      series={lines.series.map((one) => ({ ...one, values: [7, 8, 9] }))}
      format={(value) => `${value} gates`}
    />,
  );
  expect(FakePlot.all).toHaveLength(1);
  expect(first.data[1]).toEqual([7, 8, 9]);
  expect(said(0, [0])).toEqual(['09:00']);
  expect(said(1, [4])).toEqual(['4 gates']);
  rerender(<PlotCanvas {...lines} series={lines.series.slice(0, 1)} />);
  expect(FakePlot.all).toHaveLength(2);
  expect(first.isDestroyed).toBe(true);
  unmount();
  expect(FakePlot.all[1]?.isDestroyed).toBe(true);
});

test('bars are filled, outlined, or outlined with dashes', () => {
  const looks = ['filled', 'outlined', 'broken'] as const;
  const series = looks.map((look) => ({ name: look, values: [0, 2, 3], tone: 'text' as const, look }));
  render(<PlotCanvas {...lines} kind="bars" series={series} />);
  const drawn = plot().options.series.slice(1);
  expect(drawn.map(({ fill }) => fill !== undefined)).toEqual([true, false, false]);
  expect(drawn.map(({ width }) => width)).toEqual([0, 1, 1]);
  expect(drawn[2]?.dash).toEqual([3, 3]);
  // No bar if nothing happened.
  expect(plot().data[1]).toEqual([null, 2, 3]);
});

test('a change of theme and a lockdown repaint the plot in their colors', async () => {
  document.documentElement.className = 'theme-amber-crt';
  render(<PlotCanvas {...lines} />);
  expect(colorNow('text')).toBe(palettes['amber-crt'].text);
  document.documentElement.className = 'theme-blue-steel';
  await waitFor(() => expect(plot().repaints).toBe(1));
  expect(colorNow('text')).toBe(palettes['blue-steel'].text);
  document.documentElement.className = 'theme-blue-steel is-lockdown';
  await waitFor(() => expect(plot().repaints).toBe(2));
  expect(colorNow('text')).toBe(palettes.lockdown.text);
  document.documentElement.className = 'theme-default';
  expect(colorNow('text')).toBe(palettes['green-matrix'].text);
});

test('an empty plot and one of small numbers have at least four grid lines', () => {
  render(<PlotCanvas {...lines} />);
  const range = plot().options.scales?.y?.range;
  if (typeof range !== 'function') throw new Error('Expected a range function.');
  expect(range(plot() as never, 0, 0, 'y')).toEqual([0, 4]);
  expect(range(plot() as never, 0, 100, 'y')).toEqual([0, 111]);
});

test('the peak of a warning series is marked with its number inside the plot', () => {
  const forced = { name: 'forced', values: [0, 3, null, 3], tone: 'danger', look: 'dashed' } as const;
  const opened = { name: 'opened', values: [9, 9, 9, 9], tone: 'text', look: 'solid' } as const;
  expect(peakOf(forced)).toBe(1);
  expect(peakOf({ ...forced, values: [0, null] })).toBeNull();
  /** The written texts with their positions; a point is 100 pixels wide, and a text 60. */
  const written = (props: PlotProps) => {
    FakePlot.all = [];
    render(<PlotCanvas {...props} />);
    const words: unknown[] = [];
    const ctx = {
      canvas: { width: 400 },
      save: () => undefined,
      restore: () => undefined,
      fillRect: () => undefined,
      measureText: () => ({ width: 60 }),
      fillText: (...said: unknown[]) => words.push(said),
    };
    const drawing = { ctx, width: 400, bbox: { left: 0, width: 400 }, valToPos: (at: number) => at * 100 };
    for (const draw of plot().options.hooks?.draw ?? []) draw?.(drawing as never);
    return words;
  };
  expect(written({ ...lines, series: [opened, forced] })).toEqual([['3 doors forced', 100, 294]]);
  expect(written({ ...lines, series: [opened, { ...forced, values: [3, 0, 0, 0] }] })).toEqual([
    ['3 doors forced', 30, 294],
  ]);
  expect(written({ ...lines, series: [opened] })).toEqual([]);
  expect(written({ ...lines, kind: 'bars', series: [forced] })).toEqual([]);
});
