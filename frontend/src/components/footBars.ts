/** Bars at the bottom of the window, above the status bar, for decisions, saving and commands. */
const bars = new Set<Element>();

/** Set while `watchFootBars` is active. */
let measure: (() => void) | null = null;
let sizes: ResizeObserver | null = null;

/** Maximum distance in pixels between the bottom of the window and a bar that counts. */
const reach = 64;

/** Registers a bar that nothing may cover. For use as a `ref`. */
export function footBar(bar: Element | null): (() => void) | undefined {
  if (bar === null) return undefined;
  bars.add(bar);
  sizes?.observe(bar);
  measure?.();
  return () => {
    bars.delete(bar);
    sizes?.unobserve(bar);
    measure?.();
  };
}

/**
 * Keeps `--foot` at the height that bars cover at the bottom of the window: they appear and disappear, grow with typed
 * text, and scroll up at the end of a page. Returns a function that stops this.
 */
export function watchFootBars(): () => void {
  const { style } = document.documentElement;
  let last = '';
  measure = () => {
    const { innerHeight } = window;
    let top = innerHeight;
    for (const bar of bars) {
      const box = bar.getBoundingClientRect();
      if (box.height > 0 && box.bottom > innerHeight - reach) top = Math.min(top, box.top);
    }
    const foot = `${Math.round(innerHeight - top)}px`;
    if (foot !== last) style.setProperty('--foot', foot);
    last = foot;
  };
  sizes = new ResizeObserver(measure);
  // A page that grows can move a bar to the bottom.
  for (const element of [document.body, ...bars]) sizes.observe(element);
  window.addEventListener('resize', measure);
  window.addEventListener('scroll', measure, { passive: true });
  measure();
  return () => {
    sizes?.disconnect();
    if (measure !== null) {
      window.removeEventListener('resize', measure);
      window.removeEventListener('scroll', measure);
    }
    sizes = null;
    measure = null;
    style.removeProperty('--foot');
  };
}
