import { colorVariable } from './cssVars';
import {
  breakpoints,
  colorTokens,
  layers,
  lengths,
  pageWidth,
  palettes,
  space,
  type ColorToken,
  type Palette,
  type PaletteName,
} from './tokens';

const plex = "'IBM Plex Mono', ui-monospace, 'DejaVu Sans Mono', monospace";

/** Wraps motion so that it exists only for people who have not asked for less of it. */
function moving(rules: string): string {
  return `@media (prefers-reduced-motion: no-preference){${rules}}`;
}

const color = Object.fromEntries(
  colorTokens.map((token) => [token, `var(${colorVariable(token)})`]),
) as Record<ColorToken, string>;

/**
 * The constant theme object. Colors are custom properties, so that changing the palette changes one class on the
 * root element: nothing re-renders and no style is created again.
 */
export const theme = {
  color,
  space,
  layer: layers,
  length: {
    /** From the border of the window to the page. */
    gutter: `var(${lengths.gutter.name})`,
    /** From the border of a frame to its letters. */
    inset: `var(${lengths.inset.name})`,
    masthead: `var(${lengths.masthead.name})`,
    statusBar: `var(${lengths.statusBar.name})`,
    /** How much of the foot of the window is taken: the status bar, or the bar that stands over it (`footBars.ts`). */
    foot: `max(var(${lengths.statusBar.name}), var(--foot, 0px))`,
    /** The gutter of something as wide as the window, which begins where the page does. */
    pageEdge: `max(var(${lengths.gutter.name}), calc((100% - ${pageWidth}px) / 2))`,
  },
  font: {
    text: plex,
    display: `VT323, ${plex}`,
    body: `400 16px/24px ${plex}`,
    dense: `400 14px/22px ${plex}`,
    strong: `600 14px/22px ${plex}`,
    badge: `600 12px/18px ${plex}`,
    title: `400 36px/40px VT323, ${plex}`,
    titleSmall: `400 28px/32px VT323, ${plex}`,
    alarm: `400 56px/56px VT323, ${plex}`,
    counter: `400 40px/40px VT323, ${plex}`,
    masthead: `400 28px/32px VT323, ${plex}`,
  },
  media: {
    phone: `@media (max-width: ${breakpoints.phone - 1}px)`,
    belowTablet: `@media (max-width: ${breakpoints.tablet - 1}px)`,
    belowWide: `@media (max-width: ${breakpoints.wide - 1}px)`,
    /** The lines of lists do not become narrower on paper. */
    screenPhone: `@media screen and (max-width: ${breakpoints.phone - 1}px)`,
    screenBelowWide: `@media screen and (max-width: ${breakpoints.wide - 1}px)`,
    print: '@media print',
  },
  motion: {
    /** Four blinks, then it stays: nothing moves for longer than five seconds. */
    caret: moving('animation:ft-caret 1.06s steps(1) 4;'),
    appear: moving('animation:ft-appear 120ms linear;'),
    slide: moving('animation:ft-slide 120ms linear;'),
    /** Shown only when waiting has become noticeable. */
    late: 'animation:ft-late 1ms linear 150ms both;',
    /** The auth banner types itself once. */
    type: moving('animation:ft-type 600ms steps(24) 1;'),
    /** A new alert: three pulses (WCAG 2.2.2). */
    pulse: moving('animation:ft-pulse 800ms linear 3;'),
    swipeBack: moving('transition:transform 120ms linear;'),
  },
  /** The palette in hex, for the few places where a custom property cannot go (canvas, meta tags). */
  raw(name: PaletteName): Palette {
    return palettes[name];
  },
} as const;

export const mixin = {
  /** Too long for its line, a text ends in an ellipsis. */
  cut: 'overflow:hidden;text-overflow:ellipsis;white-space:nowrap;',
  caps: 'letter-spacing:0.06em;text-transform:uppercase;',
  /** For speech alone. */
  hidden: 'position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);',
  /** A pseudo-element: the dashed rule over a row, as long as its text. */
  rule: `content:'';position:absolute;inset:0 ${theme.length.inset} auto;border-top:1px dashed ${color.hair};`,
  /** The size and lines of a drawn sign. */
  icon: 'width:16px;height:16px;fill:none;stroke:currentColor;',
  /** A button without the looks of one. */
  bare: 'background:none;border:0;',
} as const;
