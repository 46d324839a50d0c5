import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const { color, font, media } = theme;

const Head = styled.h2`
  display: flex;
  align-items: center;
  gap: 12px;
  height: 32px;
  padding: 0 24px;
  font: 400 12px/24px ${font.text};
  letter-spacing: 0.06em;
  color: ${color.muted};
  white-space: nowrap;

  b {
    font-weight: 600;
    color: ${color.text};
  }

  &::after {
    content: '';
    flex: 1;
    border-top: 1px dashed ${color.hair};
  }

  ${media.phone} {
    padding: 0 16px;
  }
`;

interface GroupHeadProps {
  /** The name of the group, in upper case. */
  readonly name: string;
  /** How many belong to it, such as `7 ENTRIES`; `null` while that is not known. */
  readonly count: string | null;
}

/** The head of a group of lines: a day, a month. */
export function GroupHead({ name, count }: GroupHeadProps) {
  return (
    <Head>
      <b>{name}</b>
      {count !== null && <span>{count}</span>}
    </Head>
  );
}
