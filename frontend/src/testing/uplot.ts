import type UPlot from 'uplot';

/** A plot that tests can inspect: jsdom has no canvas. */
export class FakePlot {
  static all: FakePlot[] = [];

  static readonly paths = { bars: () => () => null };

  repaints = 0;
  isDestroyed = false;
  width: number;

  constructor(
    readonly options: UPlot.Options,
    public data: UPlot.AlignedData,
    readonly target: HTMLElement,
  ) {
    this.width = options.width;
    FakePlot.all.push(this);
  }

  setData(data: UPlot.AlignedData) {
    this.data = data;
  }

  redraw() {
    this.repaints += 1;
  }

  setSize({ width }: { readonly width: number }) {
    this.width = width;
  }

  destroy() {
    this.isDestroyed = true;
  }
}
