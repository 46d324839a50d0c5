import styled from '@emotion/styled';
import { Definitions, type Definition } from '@/components/DefinitionList';
import { DiffText } from '@/components/diff/DiffText';
import { Text } from '@/components/Text';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import type { Segment } from '@/lib/diff';
import { formatCount, plural } from '@/lib/text';
import { mixin, theme } from '@/theme/theme';

const { color, font, media } = theme;

const List = styled.dl`
  display: grid;
  grid-template-columns: 68px minmax(0, 1fr);
  gap: 0 12px;
  margin-bottom: 24px;
  font: 400 14px/24px ${font.text};
  color: ${color.muted};

  dt {
    font-size: 12px;
    ${mixin.caps}
  }

  dd {
    min-width: 0;
    overflow-wrap: anywhere;
  }

  ${media.phone} {
    margin-bottom: 16px;
  }
`;

export function Changes({ changes }: { readonly changes: readonly Definition[] }) {
  return (
    <List>
      <Definitions items={changes} />
    </List>
  );
}

interface FromToProps {
  readonly from: string;
  readonly to: string;
  /** A note on the change, such as `raised`. */
  readonly remark?: string | undefined;
}

/** `SITE to OTHER`, or the value with a note that it is unchanged. */
export function FromTo({ from, to, remark }: FromToProps) {
  if (from === to)
    return (
      <>
        <Text size="dense">{to}</Text> unchanged
      </>
    );
  return (
    <>
      <Text size="dense">{from}</Text> to{' '}
      <Text size="dense" tone="bright" strong>
        {to}
      </Text>
      {remark !== undefined && (
        <>
          {' '}
          <Text size="dense" tone="warn">
            {remark}
          </Text>
        </>
      )}
    </>
  );
}

/** Words that have changed, such as a title. */
export function Changed({ segments }: { readonly segments: readonly Segment[] }) {
  return (
    <Text size="dense">
      <DiffText segments={segments} />
    </Text>
  );
}

const Plus = styled.b`
  font-weight: 600;
  color: ${color.accent};
`;

const Minus = styled.b`
  font-weight: 600;
  color: ${color.danger};
`;

interface WordCountProps {
  readonly added: number;
  readonly removed: number;
}

/** `+20 words -9 words`; for screen readers "20 words added, 9 words removed". */
export function WordCount({ added, removed }: WordCountProps) {
  if (added === 0 && removed === 0) return 'unchanged';
  return (
    <>
      <span aria-hidden="true">
        <Plus>+{formatCount(added)}</Plus> <Minus>-{formatCount(removed)}</Minus> words
      </span>
      <VisuallyHidden>
        {plural(added, 'word')} added, {plural(removed, 'word')} removed
      </VisuallyHidden>
    </>
  );
}
