import styled from '@emotion/styled';
import { mixin, theme } from '@/theme/theme';

const { color, font, layer, media } = theme;

export const MenuPlace = styled.span`
  position: relative;
  display: flex;

  ${media.phone} {
    position: static;
    flex: 1;
  }
`;

export const Levels = styled.div`
  position: absolute;
  z-index: ${layer.bars};
  top: 38px;
  left: 0;
  width: max-content;
  min-width: 100%;
  padding: 4px 0;
  background: ${color.raised};
  border: 1px solid ${color.edge};

  /* The bar is at the bottom of the window. */
  ${media.phone} {
    top: auto;
    right: 4px;
    bottom: 100%;
    left: 4px;
    width: auto;
    min-width: 0;
  }
`;

export const LevelItem = styled.button`
  ${mixin.bare}
  display: grid;
  grid-template-columns: 2ch minmax(0, 1fr);
  gap: 12px;
  width: 100%;
  min-height: 32px;
  padding: 4px 16px;
  font: ${font.strong};
  text-align: start;
  color: ${color.text};
  cursor: pointer;

  &:hover,
  &:focus-visible {
    color: ${color.onAccent};
    background: ${color.text};
    outline-offset: -2px;
  }

  ${media.phone} {
    min-height: 44px;
    padding: 10px 16px;
  }
`;
