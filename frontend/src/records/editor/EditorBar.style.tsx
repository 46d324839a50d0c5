import styled from '@emotion/styled';
import { mixin, theme } from '@/theme/theme';

const { color, font, length, media } = theme;

export const Bar = styled.div`
  position: relative;
  display: flex;
  flex: none;
  min-height: 40px;
  padding: 0 calc(${length.inset} - 12px);
  background: ${color.raised};
  border-block: 1px solid ${color.edge};

  &[data-short] {
    padding: 0;
    border: 1px solid ${color.hair};
  }

  ${media.phone} {
    min-height: 46px;
    padding: 0 4px;
  }
`;

export const Tool = styled.button`
  ${mixin.bare}
  display: inline-flex;
  gap: 8px;
  align-items: center;
  justify-content: center;
  min-width: 40px;
  height: 38px;
  padding: 0 12px;
  font: 600 12px/24px ${font.text};
  ${mixin.caps}
  color: ${color.text};
  white-space: nowrap;
  cursor: pointer;

  &:hover,
  &[aria-pressed='true'],
  &[aria-expanded='true'] {
    color: ${color.bright};
    background: ${color.panel};
  }

  &[aria-disabled='true'] {
    color: ${color.muted};
    cursor: not-allowed;
  }

  &[aria-pressed='true'] {
    box-shadow: inset 0 -3px 0 ${color.text};
  }

  &:focus-visible {
    outline-offset: -2px;
  }

  ${media.phone} {
    flex: 1;
    min-width: 0;
    height: 44px;
    padding: 0;
  }
`;

export const Glyph = styled.b`
  font-size: 16px;
  letter-spacing: 0;

  &[data-italic] {
    font-style: italic;
    font-weight: 400;
  }
`;

const Drawn = styled.svg`
  ${mixin.icon}
  flex: none;
  stroke-width: 1.5;
`;

export function Icon({ path }: { readonly path: string }) {
  return (
    <Drawn viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </Drawn>
  );
}

/** The label of a tool, if there is room. */
export const Words = styled.span`
  @container (max-width: 840px) {
    ${mixin.hidden}
  }
`;

export const Divider = styled.span`
  width: 1px;
  margin: 8px 4px;
  background: ${color.hair};

  ${media.phone} {
    display: none;
  }
`;

/** Moves the tools after it to the end of the bar. */
export const Gap = styled.span`
  margin-left: auto;
`;
