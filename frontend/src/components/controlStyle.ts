import { theme } from '@/theme/theme';

const { color, font } = theme;

/** How inputs, text areas and selects look. 16 px letters keep phones from zooming in. */
export const controlStyle = `
  font: ${font.body};
  color: ${color.bright};
  background-color: ${color.raised};
  border: 1px solid ${color.edge};
  border-radius: 0;
  padding: 7px 12px;
  min-height: 40px;
  width: 100%;
  appearance: none;
  &::placeholder { color: ${color.muted}; opacity: 1; }
  &[aria-invalid='true'] { border-color: ${color.danger}; box-shadow: inset 3px 0 0 ${color.danger}; }
  &[readonly] { color: ${color.muted}; border-style: dashed; }
  &:disabled { color: ${color.muted}; border-style: dashed; cursor: not-allowed; }
  ${theme.media.phone} { min-height: 44px; padding: 9px 12px; }
`;
