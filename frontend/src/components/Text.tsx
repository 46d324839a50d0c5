import styled from '@emotion/styled';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';

const { color, font } = theme;

export type Tone = 'ok' | 'warn' | 'danger' | 'info' | 'muted' | 'bright' | 'text' | 'accent';

interface TextProps {
  readonly tone?: Tone;
  readonly size?: 'body' | 'dense';
  readonly strong?: boolean;
  readonly upper?: boolean;
}

/** A run or paragraph of text (`as="p"` for the latter). */
export const Text = styled('span', omitProps('tone', 'size', 'strong', 'upper'))<TextProps>`
  font: ${({ size = 'body' }) => (size === 'dense' ? font.dense : font.body)};
  font-weight: ${({ strong }) => (strong ? 600 : 400)};
  color: ${({ tone = 'text' }) => color[tone]};
  ${({ upper }) => (upper ? 'text-transform: uppercase; letter-spacing: .06em;' : '')}
`;

const Strip = styled.span`
  display: inline-block;
  width: 24ch;
  max-width: 100%;
  height: 16px;
  margin-right: 8px;
  vertical-align: -2px;
  background: ${color.edge};
`;

/** Marks text that the server withheld. The withheld words are not in the page. */
export function Redacted() {
  return (
    <span>
      <Strip aria-hidden="true" data-withheld="" />
      <Text tone="muted" size="dense" upper>
        Redacted
      </Text>
    </span>
  );
}

/** A note under a rule at the bottom of a panel. */
export const Footnote = styled.p`
  font: 400 14px/20px ${font.text};
  color: ${color.muted};
  padding-top: 12px;
  border-top: 1px dashed ${color.hair};
`;

export const Remark = styled.p`
  font: 400 12px/20px ${font.text};
  color: ${color.muted};
`;

/** A sentence that the user must notice before continuing. */
export const Note = styled.p`
  font: ${font.body};
  color: ${color.bright};
  padding: 8px 12px;
  border: 1px solid ${color.warn};
  border-left-width: 4px;
`;

const Block = styled.span`
  display: inline-block;
  flex: none;
  width: 1ch;
  height: 20px;
  margin-left: 8px;
  vertical-align: -4px;
  background: ${theme.color.accent};
  ${theme.motion.caret}
`;

/** The block cursor, which is decorative. */
export function Caret() {
  return <Block aria-hidden="true" />;
}
