import { useEffect, useRef, type RefObject } from 'react';
import UPlot from 'uplot';
import { theme } from '@/theme/theme';
import { themeNames, defaultTheme } from '@/theme/themes';
import type { ColorToken } from '@/theme/tokens';
import { Box } from './PlotCanvas.style';
import { dashesOf, plotHeight, type PlotProps, type PlotSeries } from './plotSeries';

/** Share of the width of a point that its bars take together. */
const barsWidth = 0.72;

/** Possible distances between grid lines. */
const steps = [1, 2, 5].flatMap((step) => Array.from({ length: 13 }, (_none, power) => step * 10 ** power));

/** Width in pixels that the numbers of an axis need, at 7.2 a character. Before the first drawing there are none. */
function axisSize(values: readonly string[] | null): number {
  return 16 + Math.ceil(7.2 * Math.max(1, ...(values ?? []).map(({ length }) => length)));
}

/** A color of the current palette. A canvas cannot use custom properties. */
export function colorNow(token: ColorToken): string {
  const { classList } = document.documentElement;
  const worn = themeNames.find((name) => classList.contains(`theme-${name}`)) ?? defaultTheme;
  return theme.raw(classList.contains('is-lockdown') ? 'lockdown' : worn)[token];
}

function shape({ name, tone, look }: PlotSeries, place: number, of: number, points: number): UPlot.Series {
  const stroke = () => colorNow(tone);
  const common = { label: name, stroke, dash: [...dashesOf[look]], points: { show: false } };
  if (look === 'solid' || look === 'dashed') return { ...common, width: 2 };
  const width = barsWidth / of;
  const at = Array.from({ length: points }, (_none, index) => index - barsWidth / 2 + place * width);
  // The library defines these enums only in its types.
  /* eslint-disable @typescript-eslint/no-unsafe-enum-assignment */
  const paths = UPlot.paths.bars?.({
    gap: 2,
    disp: { x0: { unit: 1, values: () => at }, size: { unit: 1, values: () => at.map(() => width) } },
  });
  /* eslint-enable @typescript-eslint/no-unsafe-enum-assignment */
  return {
    ...common,
    width: look === 'filled' ? 0 : 1,
    ...(look === 'filled' ? { fill: stroke } : {}),
    ...(paths === undefined ? {} : { paths }),
  };
}

/** The index of the highest value of a series, the first if several are equal; `null` if none is above zero. */
export function peakOf({ values }: PlotSeries): number | null {
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  return most === 0 ? null : values.indexOf(most);
}

/** Side of the mark on a peak, and distance to its text, in pixels. */
const mark = 6;

/** Marks the peak of each warning series with its value. */
function drawPeaks(plot: UPlot, { kind, series, format }: PlotProps): void {
  if (kind !== 'lines') return;
  const { ctx, bbox } = plot;
  // On a high-density screen the canvas has more pixels than the page.
  const ratio = ctx.canvas.width / plot.width;
  for (const one of series.filter(({ tone }) => tone === 'danger')) {
    const place = peakOf(one);
    if (place === null) continue;
    const value = one.values[place] ?? 0;
    const x = plot.valToPos(place, 'x', true);
    const y = plot.valToPos(value, 'y', true);
    const side = mark * ratio;
    const words = `${format(value)} ${one.name}`;
    ctx.save();
    ctx.fillStyle = colorNow(one.tone);
    ctx.fillRect(x - side / 2, y - side / 2, side, side);
    ctx.font = `${12 * ratio}px ${theme.font.text}`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'bottom';
    const half = ctx.measureText(words).width / 2;
    // Keeps the text inside at the edges.
    const middle = Math.min(bbox.left + bbox.width - half, Math.max(bbox.left + half, x));
    ctx.fillText(words, middle, y - side);
    ctx.restore();
  }
}

/** The labels and the format are read when they are drawn. */
function optionsOf(
  { kind, labels, series }: PlotProps,
  latest: Readonly<RefObject<PlotProps>>,
  width: number,
): UPlot.Options {
  const margin = kind === 'bars' ? 0.5 : 0;
  const axis = {
    stroke: () => colorNow('muted'),
    font: `12px ${theme.font.text}`,
    ticks: { show: false },
  };
  const hairline = { stroke: () => colorNow('hair'), width: 1, dash: [2, 4] };
  return {
    width,
    height: plotHeight,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [-margin, labels.length - 1 + margin] },
      // At least four grid lines, so that a single event does not look like a peak.
      y: { range: (_plot, _min, max) => [0, Math.max(4, Math.ceil(max * 1.1))] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28,
        space: 52,
        incrs: [1, 2, 3, 4, 6, 12],
        values: (_plot, places) => places.map((place) => latest.current.labels[place] ?? ''),
      },
      {
        ...axis,
        grid: hairline,
        gap: 8,
        size: (_plot, values) => axisSize(values),
        space: 36,
        incrs: steps,
        values: (_plot, values) => values.map((value) => latest.current.format(value)),
      },
    ],
    hooks: {
      draw: [(plot) => drawPeaks(plot, latest.current)],
    },
    series: [{}, ...series.map((one, place) => shape(one, place, series.length, labels.length))],
  };
}

/** A bar of height zero would be a line on the axis. */
function dataOf({ kind, labels, series }: Pick<PlotProps, 'kind' | 'labels' | 'series'>): UPlot.AlignedData {
  const numbers = series.map(({ values }) =>
    values.map((value) => (kind === 'bars' && value === 0 ? null : value)),
  );
  return [labels.map((_label, index) => index), ...numbers];
}

/** Draws with uPlot. New numbers are drawn into the same plot; a change of theme, lockdown or width repaints it. */
export function PlotCanvas(props: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<UPlot>(null);
  const latest = useRef(props);
  const { kind, name, labels, series } = props;
  useEffect(() => {
    latest.current = props;
  });

  // Anything that requires a new plot. Numbers and labels change more often.
  const form = JSON.stringify([kind, labels.length, series.map((one) => [one.name, one.tone, one.look])]);
  useEffect(() => {
    const target = box.current;
    if (target === null) return undefined;
    const now = latest.current;
    const plot = new UPlot(optionsOf(now, latest, target.clientWidth), dataOf(now), target);
    drawn.current = plot;
    const repaint = () => {
      // Fills are cached with the paths.
      plot.redraw(true, true);
    };
    const classes = new MutationObserver(repaint);
    classes.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
    const sizes = new ResizeObserver(() => {
      if (target.clientWidth !== plot.width) plot.setSize({ width: target.clientWidth, height: plotHeight });
    });
    sizes.observe(target);
    return () => {
      classes.disconnect();
      sizes.disconnect();
      plot.destroy();
      drawn.current = null;
    };
  }, [form]);

  useEffect(() => {
    drawn.current?.setData(dataOf({ kind, labels, series }));
  }, [kind, labels, series]);

  return <Box ref={box} role="img" aria-label={name} />;
}
