import { mixin, theme } from '@/theme/theme';

const { color, font, layer, media } = theme;

export const dialogBackdropStyle = `
  position: fixed;
  inset: 0;
  z-index: ${layer.dialog};
  background: color-mix(in srgb, ${color.void} 80%, transparent);
`;

/** A box in the middle of the window, or a sheet at the bottom of a phone. */
export const dialogBoxStyle = `
  position: fixed;
  z-index: ${layer.dialog};
  left: 50%;
  top: 50%;
  translate: -50% -50%;
  width: min(520px, calc(100vw - 32px));
  max-height: calc(100dvh - 48px);
  overflow-y: auto;
  background: ${color.raised};
  border: 1px solid ${color.edge};
  padding: 0 24px 24px;
  box-shadow: 0 0 0 1px ${color.void}, 0 0 48px color-mix(in srgb, ${color.accent} 18%, transparent);
  ${theme.motion.appear}
  ${media.phone} {
    left: 0;
    top: auto;
    bottom: 0;
    translate: none;
    width: 100%;
    max-height: 90dvh;
    padding: 0 16px 16px;
  }
`;

export const dialogTitleStyle = `
  font: 600 16px/24px ${font.text};
  ${mixin.caps}
  margin: 0 -24px 16px;
  padding: 8px 24px;
  background: ${color.edge};
  color: ${color.void};
  ${media.phone} { margin: 0 -16px 16px; padding: 8px 16px; }
`;

/** The title of a confirmation of an irreversible action: another color, and a mark before the words. */
export const dangerTitleStyle = `
  background: ${color.danger};
  color: ${color.onAccent};
  &::before { content: '! ' / ''; }
`;

export const dialogFootStyle = `
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  justify-content: flex-end;
  margin-top: 24px;
  ${media.phone} { & > * { flex: 1; } }
`;
