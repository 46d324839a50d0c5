import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';
import { Button } from './Button';
import { Frame } from './Frame';
import { Stack } from './Layout';
import { Caret, Text } from './Text';

const { color, font, media, motion } = theme;

const Box = styled('div', omitProps('bad'))<{ readonly bad?: boolean }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  justify-items: center;
  text-align: center;
  padding: 24px;
  border: 1px dashed ${color.edge};
  ${({ bad }) => (bad ? `border-left:4px solid ${color.danger};` : '')}

  > a,
  > button {
    margin-top: 8px;
  }

  ${media.phone} {
    padding: 20px 12px;
  }
`;

interface EmptyStateProps {
  readonly title: string;
  readonly hint?: string | undefined;
  readonly action?: ReactNode;
}

export function EmptyState({ title, hint, action }: EmptyStateProps) {
  return (
    <Box>
      <Text as="p" strong tone="bright">
        {title}
      </Text>
      {hint !== undefined && (
        <Text as="p" tone="muted">
          {hint}
        </Text>
      )}
      {action}
    </Box>
  );
}

interface ErrorStateProps {
  /** The failed action, such as `Failed to load documents`. */
  readonly title: string;
  readonly message?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
  readonly retryLabel?: string | undefined;
  /** The retry is running. */
  readonly busy?: boolean | undefined;
}

/** A failed read, shown in place of its result. */
export function ErrorState({ title, message, onRetry, retryLabel = 'Retry', busy }: ErrorStateProps) {
  return (
    <Box bad role="alert">
      <Text as="p" strong tone="danger">
        ERROR: {title}
      </Text>
      {message !== undefined && <Text as="p">{message}</Text>}
      {onRetry && (
        <Button busy={busy} onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </Box>
  );
}

const Wait = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  padding: 24px;
  border: 1px dashed ${color.edge};
  color: ${color.muted};
  ${motion.late}
`;

const Bone = styled.div`
  height: 14px;
  background: ${color.raised};
  border-left: 8px solid ${color.edge};
`;

const widths = ['90%', '70%', '80%'] as const;

interface LoadingStateProps {
  readonly label?: string | undefined;
}

/** The waiting state, shown only after a noticeable delay. */
export function LoadingState({ label = 'RETRIEVING RECORDS' }: LoadingStateProps) {
  return (
    <Wait role="status" aria-busy="true">
      <p>
        {label}
        <Caret />
      </p>
      {widths.map((width) => (
        <Bone key={width} style={{ width }} />
      ))}
    </Wait>
  );
}

/** `danger` if access is denied; `warn` if something is missing or cannot be reached. */
type AlarmTone = 'danger' | 'warn';

const AlarmTitle = styled('h1', omitProps('tone'))<{ readonly tone: AlarmTone }>`
  font: ${font.alarm};
  text-transform: uppercase;
  letter-spacing: 0.04em;
  color: ${({ tone }) => color[tone]};

  ${media.phone} {
    font-size: 40px;
    line-height: 40px;
  }
`;

const Middle = styled('div', omitProps('tone'))<{ readonly tone: AlarmTone }>`
  max-width: 720px;
  width: 100%;
  margin: 24px auto;
  border-left: 4px solid ${({ tone }) => color[tone]};
`;

interface DeniedStateProps {
  readonly tone?: AlarmTone | undefined;
  /** The heading: ACCESS DENIED, DOCUMENT NOT FOUND. */
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly message: string;
  readonly children?: ReactNode;
  /** The link or button that leads away. */
  readonly action: ReactNode;
}

/** A whole screen for a refusal. It contains the screen's `h1`. */
export function DeniedState(props: DeniedStateProps) {
  const { tone = 'danger', title, subtitle, message, children, action } = props;
  return (
    <Middle tone={tone}>
      <Frame as="div" strong>
        <Stack>
          <div>
            <AlarmTitle tone={tone} tabIndex={-1}>
              {title}
            </AlarmTitle>
            {subtitle !== undefined && (
              <Text as="p" strong tone="bright">
                {subtitle}
              </Text>
            )}
          </div>
          <p>{message}</p>
          {children}
          <div>{action}</div>
        </Stack>
      </Frame>
    </Middle>
  );
}
