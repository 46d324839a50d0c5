import styled from '@emotion/styled';
import { Link } from 'react-router-dom';
import { byPerson } from '@/lib/activity';
import { theme } from '@/theme/theme';
import { omitProps } from './omitProps';

const { color, font, media } = theme;

const Line = styled('li', omitProps('tone', 'isRead'))<Pick<AlertLineProps, 'tone' | 'isRead'>>`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 0 12px;
  align-items: center;
  padding: 8px 8px 8px 16px;
  font: 400 14px/24px ${font.text};
  box-shadow: inset 4px 0 0 ${({ tone, isRead }) => (isRead ? color.hair : color[tone])};

  & + & {
    border-top: 1px dashed ${color.hair};
  }

  p {
    display: flex;
    justify-content: space-between;
    gap: 12px;
    font-size: 12px;
    color: ${color.muted};
  }

  b {
    letter-spacing: 0.06em;
    color: ${({ tone, isRead }) => (isRead ? color.muted : color[tone])};
  }

  a {
    color: ${({ isRead }) => (isRead ? color.muted : color.text)};
    text-decoration-color: ${color.edge};
    text-underline-offset: 4px;
  }

  button {
    display: grid;
    place-items: center;
    width: 32px;
    height: 32px;
    padding: 0;
    color: ${color.text};
    background: ${color.panel};
    border: 1px solid ${color.edge};
    cursor: pointer;
  }

  button:hover:not([aria-disabled]) {
    background: ${color.text};
    color: ${color.onAccent};
  }

  button[aria-disabled] {
    color: ${color.muted};
    background: none;
    border-color: transparent;
    cursor: default;
  }

  svg {
    width: 16px;
    height: 16px;
    fill: none;
    stroke: currentColor;
  }

  ${media.phone} {
    button {
      width: 44px;
      height: 44px;
    }
  }
`;

interface AlertLineProps {
  readonly label: string;
  readonly text: string;
  readonly when: string;
  readonly tone: 'danger' | 'warn';
  readonly isRead: boolean;
  readonly to: string;
  readonly busy: boolean;
  /** `null` where nothing can be marked. */
  readonly onRead: (() => void) | null;
}

/** An alert: what it is, when, where it is dealt with, and the button that marks it as read. */
export function AlertLine({ label, text, when, tone, isRead, to, busy, onRead }: AlertLineProps) {
  const name = isRead ? `Read: ${text}` : `Mark as read: ${text}`;
  return (
    <Line tone={tone} isRead={isRead}>
      <div>
        <p>
          <b>{label}</b> <span>{when}</span>
        </p>
        <Link to={to}>{text}</Link>
      </div>
      {onRead !== null && (
        <button
          type="button"
          aria-label={name}
          aria-disabled={isRead || undefined}
          onClick={() => {
            if (!isRead && !busy) byPerson(onRead);
          }}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M2.5 8.5 6.5 12.5 13.5 4" />
          </svg>
        </button>
      )}
    </Line>
  );
}
