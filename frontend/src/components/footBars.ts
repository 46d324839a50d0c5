/** Bars at the foot of the window, above the status bar: for decisions, saving and commands. */
const bars = new Set<Element>();

/** Set while somebody wants to know where they are. */
let measure: (() => void) | null = null;
let sizes: ResizeObserver | null = null;

/** How near to the foot of the window a bar ends that stands there, in pixels. */
const reach = 64;

/** Marks a bar that nothing may float over. A `ref`. */
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
 * Keeps `--foot` at the height up to which the foot of the window is taken by bars: they come and go, grow with what is
 * typed, and leave the foot at the end of a page. Returns a function that stops this.
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
  // A page that grows can push a bar to the foot.
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
