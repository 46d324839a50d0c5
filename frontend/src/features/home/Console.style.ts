import styled from '@emotion/styled';
import { KeyHint } from '@/components/Kbd';
import { mixin, theme } from '@/theme/theme';

const { color, font, length, media } = theme;

export const Box = styled.div`
  min-width: 0;
  background: ${color.panel};
  border: 1px solid ${color.edge};

  &:focus-within {
    outline: 2px solid ${color.focus};
    outline-offset: 2px;
  }
`;

export const Last = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  padding: 8px ${length.inset};
  font: 400 14px/24px ${font.text};
  overflow-wrap: anywhere;

  &:not(:has(> p:not(:empty))) {
    padding: 0;
  }
`;

export const Said = styled.div`
  color: ${color.bright};

  &::before {
    content: '> ' / '';
    color: ${color.accent};
    font-weight: 600;
  }
`;

export const Line = styled.form`
  display: flex;
  gap: 12px;
  align-items: center;
  min-height: 40px;
  padding: 0 ${length.inset};
  background: ${color.raised};

  &::before {
    content: '>' / '';
    color: ${color.accent};
    font-weight: 600;
  }

  input {
    flex: 1;
    min-width: 0;
    min-height: 40px;
    padding: 0;
    ${mixin.bare}
    color: ${color.bright};
    caret-color: ${color.accent};
    text-overflow: ellipsis;
    outline-color: transparent;
  }

  /* Shows a block cursor after the prompt while the field is empty; otherwise its own caret shows. */
  input:not(:placeholder-shown) + span,
  input:focus + span {
    display: none;
  }

  input::placeholder {
    color: ${color.muted};
    opacity: 1;
  }

  ${media.phone} {
    input {
      min-height: 44px;
    }
  }
`;

export const Slot = styled.div`
  position: relative;
  flex: 1;
  display: flex;
  align-items: center;
  overflow: hidden;
`;

export const Block = styled.span`
  position: absolute;
  pointer-events: none;
`;

export const Earlier = styled(KeyHint)`
  font: 400 14px/24px ${font.text};
  color: ${color.muted};

  ${media.phone} {
    display: none;
  }
`;
