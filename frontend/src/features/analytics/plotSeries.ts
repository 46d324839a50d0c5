/** Height of a plot in pixels. */
export const plotHeight = 200;

/** How a series is drawn. The series of a plot differ in this, not only in color. */
export type PlotLook = 'solid' | 'dashed' | 'filled' | 'outlined' | 'broken';

/** The dashes of a line or an outline, in pixels. */
export const dashesOf: Readonly<Record<PlotLook, readonly number[]>> = {
  solid: [],
  dashed: [6, 4],
  filled: [],
  outlined: [],
  broken: [3, 3],
};

export interface PlotSeries {
  readonly name: string;
  /** In the order of the labels; `null` if nothing was measured. */
  readonly values: readonly (number | null)[];
  readonly tone: 'text' | 'danger' | 'bright';
  readonly look: PlotLook;
}

export interface PlotProps {
  /** Bars of one label are drawn side by side. */
  readonly kind: 'lines' | 'bars';
  /** The plot in one sentence. */
  readonly name: string;
  readonly labels: readonly string[];
  readonly series: readonly PlotSeries[];
  readonly format: (value: number) => string;
}
