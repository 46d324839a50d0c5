/** Relative luminance and contrast as WCAG 2.2 defines them. */

type Rgb = readonly [number, number, number];

function channel(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function parse(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function darken([red, green, blue]: Rgb, shade: number): Rgb {
  const keep = 1 - shade;
  return [red * keep, green * keep, blue * keep];
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
}

/**
 * Contrast ratio, from 1 to 21, of two `#RRGGBB` colors.
 *
 * `shade` is the opacity of black drawn over both, as in a scanline row.
 */
export function contrast(foreground: string, background: string, shade = 0): number {
  const front = luminance(darken(parse(foreground), shade));
  const back = luminance(darken(parse(background), shade));
  return (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
}
