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

/** Wraps an animation so that it runs only if the user does not prefer reduced motion. */
function moving(rules: string): string {
  return `@media (prefers-reduced-motion: no-preference){${rules}}`;
}

const color = Object.fromEntries(
  colorTokens.map((token) => [token, `var(${colorVariable(token)})`]),
) as Record<ColorToken, string>;

/**
 * The constant theme object. Colors are custom properties, so a change of the palette changes one class of the root
 * element, without rendering components or creating styles.
 */
export const theme = {
  color,
  space,
  layer: layers,
  length: {
    /** From the edge of the window to the page. */
    gutter: `var(${lengths.gutter.name})`,
    /** From the border of a frame to its text. */
    inset: `var(${lengths.inset.name})`,
    masthead: `var(${lengths.masthead.name})`,
    statusBar: `var(${lengths.statusBar.name})`,
    /** Height that is covered at the bottom of the window: by the status bar or by a bar above it (`footBars.ts`). */
    foot: `max(var(${lengths.statusBar.name}), var(--foot, 0px))`,
    /** The gutter of an element as wide as the window, aligned with the page. */
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
    /** The rows of lists keep their layout on paper. */
    screenPhone: `@media screen and (max-width: ${breakpoints.phone - 1}px)`,
    screenBelowWide: `@media screen and (max-width: ${breakpoints.wide - 1}px)`,
    print: '@media print',
  },
  motion: {
    /** Four blinks, then static: nothing moves for longer than five seconds. */
    caret: moving('animation:ft-caret 1.06s steps(1) 4;'),
    /** Dialogs and sheets. */
    appear: moving('animation:ft-appear 120ms linear;'),
    /** Toasts. */
    slide: moving('animation:ft-slide 120ms linear;'),
    /** Shown only after a noticeable wait. */
    late: 'animation:ft-late 1ms linear 150ms both;',
    /** The typing animation of the auth banner, once. */
    type: moving('animation:ft-type 600ms steps(24) 1;'),
    /** A new alert: three pulses (WCAG 2.2.2). */
    pulse: moving('animation:ft-pulse 800ms linear 3;'),
    swipeBack: moving('transition:transform 120ms linear;'),
  },
  /** The palette as hex values, where a custom property cannot be used (canvas, meta tags). */
  raw(name: PaletteName): Palette {
    return palettes[name];
  },
} as const;

/** Shared style rules. */
export const mixin = {
  /** Cuts a text that is too long for its line with an ellipsis. */
  cut: 'overflow:hidden;text-overflow:ellipsis;white-space:nowrap;',
  caps: 'letter-spacing:0.06em;text-transform:uppercase;',
  /** Visible only to screen readers. */
  hidden: 'position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);',
  /** Pseudo-element: a dashed rule above a row, as wide as the text of the row. */
  rule: `content:'';position:absolute;inset:0 ${theme.length.inset} auto;border-top:1px dashed ${color.hair};`,
  /** Size and stroke of an icon. */
  icon: 'width:16px;height:16px;fill:none;stroke:currentColor;',
  /** Removes the default look of a button. */
  bare: 'background:none;border:0;',
} as const;
