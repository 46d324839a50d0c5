import styled from '@emotion/styled';
import { Isolated } from '@/components/Isolated';
import { Text } from '@/components/Text';
import { formatMoment } from '@/lib/dates';
import { theme } from '@/theme/theme';

const { color, font, length } = theme;

const Box = styled.section`
  padding: 12px ${length.inset};
  background: ${color.panel};
  border: 1px solid ${color.danger};
  border-left-width: 4px;
`;

const Heading = styled.h2`
  font: ${font.strong};
  letter-spacing: 0.06em;
  color: ${color.muted};
  text-transform: uppercase;

  bdi {
    color: ${color.bright};
    letter-spacing: 0;
    text-transform: none;
  }
`;

const Words = styled.p`
  max-width: 76ch;
  margin-top: 4px;
  font: ${font.body};
  color: ${color.bright};
  overflow-wrap: anywhere;
  white-space: pre-line;
`;

interface ReviewerNoteProps {
  /** The action that the form performs. */
  readonly heading: string;
  readonly title: string;
  readonly rejected: {
    readonly reviewComments: string | null;
    readonly reviewedAt: string | null;
    readonly approvalSteps: readonly { readonly status: string; readonly approverUsername: string }[];
  };
}

/** The reviewer's reason for a rejection, above the form in which the text is revised. */
export function ReviewerNote({ heading, title, rejected }: ReviewerNoteProps) {
  const { reviewComments: quote, reviewedAt, approvalSteps } = rejected;
  const reviewer = approvalSteps.findLast(({ status }) => status === 'rejected')?.approverUsername;
  const silence = reviewedAt === null ? 'Nobody reviewed it in time.' : 'Rejected without a comment.';
  const by = [reviewer, reviewedAt === null ? undefined : formatMoment(reviewedAt)];
  return (
    <Box aria-label="Reviewer's reason">
      <Heading>
        {heading} <Isolated>{title}</Isolated>
      </Heading>
      <Words>
        {quote === null ? silence : <Isolated>{`"${quote}"`}</Isolated>}{' '}
        <Text tone="muted" size="dense">
          {by.filter((part) => part !== undefined).join(', ')}
        </Text>
      </Words>
    </Box>
  );
}
