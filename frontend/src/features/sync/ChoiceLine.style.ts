import styled from '@emotion/styled';
import { mixin, theme } from '@/theme/theme';

const { color, font, length, media } = theme;

/** An account that can be chosen for the form beside it. */
export const ChoiceLine = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 56px 112px auto;
  gap: 0 16px;
  align-items: center;
  min-height: 40px;
  padding: 0 ${length.inset};
  font: ${font.dense};
  color: ${color.muted};

  > :first-child {
    ${mixin.cut}
    color: ${color.text};
  }

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr) 56px auto;
    min-height: 48px;

    > [data-cell='remark'] {
      display: none;
    }
  }
`;
