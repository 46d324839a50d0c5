/** Colors, measures and times of the interface. No other file contains color values. */

import type { ThemeName } from './themes';

/** All palettes. `lockdown` is used while the site is locked and cannot be chosen. */
export type PaletteName = ThemeName | 'lockdown';

export const colorTokens = [
  'void',
  'panel',
  'raised',
  'hair',
  'edge',
  'muted',
  'text',
  'bright',
  'accent',
  'onAccent',
  'focus',
  'ok',
  'warn',
  'danger',
  'info',
] as const;

export type ColorToken = (typeof colorTokens)[number];

export type Palette = Readonly<Record<ColorToken, string>>;

export const palettes: Readonly<Record<PaletteName, Palette>> = {
  'green-matrix': {
    void: '#040805',
    panel: '#08110B',
    raised: '#0F1F15',
    hair: '#1F4A30',
    edge: '#3E9460',
    muted: '#53AE76',
    text: '#86F0A8',
    bright: '#D2FFE0',
    accent: '#3DFF8B',
    onAccent: '#03150A',
    focus: '#F4FFF7',
    ok: '#3DFF8B',
    warn: '#FFD451',
    danger: '#FF7A70',
    info: '#7ADCFF',
  },
  dark: {
    void: '#0A0B0D',
    panel: '#111316',
    raised: '#1B1F24',
    hair: '#323941',
    edge: '#77818D',
    muted: '#8C97A5',
    text: '#D3D9E0',
    bright: '#FFFFFF',
    accent: '#6FE3C4',
    onAccent: '#04130F',
    focus: '#FFFFFF',
    ok: '#6BE39B',
    warn: '#F5CC5C',
    danger: '#FF8079',
    info: '#82CFFF',
  },
  'amber-crt': {
    void: '#0A0602',
    panel: '#130B03',
    raised: '#221405',
    hair: '#573710',
    edge: '#B5782A',
    muted: '#BD8439',
    text: '#FFBC5C',
    bright: '#FFE6BD',
    accent: '#FFC531',
    onAccent: '#1A0F00',
    focus: '#FFF6E3',
    ok: '#A9E34B',
    warn: '#FFE066',
    danger: '#FF8066',
    info: '#8FD3E8',
  },
  'blue-steel': {
    void: '#050A11',
    panel: '#0A131E',
    raised: '#13212F',
    hair: '#28435C',
    edge: '#5E8DB8',
    muted: '#7B9FC3',
    text: '#BCD8F2',
    bright: '#F1F8FF',
    accent: '#58B9FF',
    onAccent: '#021220',
    focus: '#FFFFFF',
    ok: '#63E6A8',
    warn: '#FFD56B',
    danger: '#FF857D',
    info: '#7FD6FF',
  },
  lockdown: {
    void: '#0B0203',
    panel: '#150506',
    raised: '#270A0C',
    hair: '#64191D',
    edge: '#D24B4F',
    muted: '#E07874',
    text: '#FFA9A3',
    bright: '#FFE8E6',
    accent: '#FF5A52',
    onAccent: '#180001',
    focus: '#FFFFFF',
    ok: '#67E59A',
    warn: '#FFD451',
    danger: '#FF8A83',
    info: '#8FD3F5',
  },
};

/** Color of all printed text, whatever the palette. */
export const ink = '#000000';

/** Opacity of black in a scanline. With more, muted text in the amber palette falls below its contrast minimum. */
export const scanlineOpacity = 0.12;

/** Distances in pixels; the line height is 24. */
export const space = { xs: 4, sm: 8, md: 12, lg: 16, xl: 24, xxl: 32, xxxl: 48 } as const;

export const layers = {
  content: 0,
  bars: 10,
  alerts: 20,
  overlay: 40,
  dialog: 50,
  toast: 60,
  tooltip: 70,
  scanlines: 100,
} as const;

/**
 * Lengths of the page layout, as custom properties: `wide` is the default, `phone` applies below 600 pixels. Content
 * starts at one of two left edges: the gutter of the page, or the inset inside a frame.
 */
export const lengths = {
  gutter: { name: '--gutter', wide: '24px', phone: '16px' },
  inset: { name: '--inset', wide: '24px', phone: '16px' },
  masthead: { name: '--masthead', wide: '48px', phone: '48px' },
  statusBar: { name: '--status-bar', wide: '32px', phone: '44px' },
} as const;

/** Maximum width of a page between its gutters, in pixels. */
export const pageWidth = 1440;

/** Widths in pixels at which the layout changes. */
export const breakpoints = { phone: 600, tablet: 900, wide: 1100 } as const;
