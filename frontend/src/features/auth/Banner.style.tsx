import styled from '@emotion/styled';
import { omitProps } from '@/theme/omitProps';
import { mixin, theme } from '@/theme/theme';

const { color, font, media, motion } = theme;

const Box = styled('p', omitProps('bad'))<{ readonly bad: boolean }>`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 24px;
  padding: 8px 16px;
  font: ${font.dense};
  ${mixin.caps}
  color: ${color.muted};
  background: ${color.panel};
  border: 1px solid ${color.hair};
  border-left: 4px solid ${({ bad }) => (bad ? color.danger : color.ok)};

  b {
    font-weight: 600;
    color: ${({ bad }) => (bad ? color.danger : color.ok)};
  }

  > span {
    ${motion.type}
  }

  ${media.phone} {
    padding: 8px 12px;
  }
`;

interface BannerProps {
  readonly bad: boolean;
  readonly items: readonly { readonly label: string; readonly value: string }[];
}

/** A line of facts about the facility with a typing animation; the text is on the page from the start. */
export function Banner({ bad, items }: BannerProps) {
  return (
    <Box bad={bad} role="status">
      {items.map(({ label, value }) => (
        <span key={label}>
          {label}: <b>{value}</b>
        </span>
      ))}
    </Box>
  );
}
