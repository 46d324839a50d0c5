import styled from '@emotion/styled';
import { byPerson } from '@/lib/activity';
import { Link } from '@/router/Link';
import { omitProps } from '@/theme/omitProps';
import { lineMixin } from '@/theme/lineMixin';
import { mixin, theme } from '@/theme/theme';

const { color, font, media } = theme;

const Line = styled('li', omitProps('tone', 'isRead'))<Pick<AlertLineProps, 'tone' | 'isRead'>>`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 0 12px;
  align-items: center;
  padding: 7px 11px 7px 16px;
  font: 400 14px/24px ${font.text};
  box-shadow: inset 4px 0 0 ${({ tone, isRead }) => (isRead ? color.hair : color[tone])};

  & + li {
    border-top: 1px dashed ${color.hair};
  }

  p {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
    font-size: 12px;
    color: ${({ isRead }) => (isRead ? color.muted : color.text)};
  }

  time {
    margin-left: auto;
    color: ${color.muted};
  }

  b {
    letter-spacing: 0.06em;
    color: ${({ tone, isRead }) => (isRead ? color.muted : color[tone])};
  }

  i {
    font-style: normal;
  }

  a {
    color: ${({ isRead }) => (isRead ? color.muted : color.bright)};
    text-decoration: none;
  }

  a:hover {
    text-decoration: underline ${color.edge};
    text-underline-offset: 4px;
  }

  button {
    ${lineMixin.signButton}
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
    ${mixin.icon}
  }

  ${media.phone} {
    gap: 0 8px;
    padding-right: 7px;

    i {
      display: none;
    }

    button {
      width: 44px;
      height: 44px;
    }
  }
`;

interface AlertLineProps {
  readonly label: string;
  /** Severity or urgency. */
  readonly word: string;
  readonly text: string;
  /** When it happened or is due: the time, its text, and a prefix that is shown if there is room. */
  readonly at: string;
  readonly when: string;
  readonly lead?: string;
  readonly tone: 'danger' | 'warn';
  readonly isRead: boolean;
  readonly to: string;
  readonly onRead: () => void;
}

/** The next button of an unread item: down the list, then from its top. */
function checkAfter(pressed: HTMLElement): HTMLElement | undefined {
  const all = [...(pressed.closest('ul')?.querySelectorAll<HTMLElement>('button') ?? [])];
  const at = all.indexOf(pressed);
  return [...all.slice(at + 1), ...all.slice(0, at)].find((one) => !one.hasAttribute('aria-disabled'));
}

/** An alert with its time, a link to where it is handled, and a button that marks it as read. */
export function AlertLine(props: AlertLineProps) {
  const { label, word, text, at, when, lead, tone, isRead, to, onRead } = props;
  const name = isRead ? `Read: ${text}` : `Mark as read: ${text}`;
  return (
    <Line tone={tone} isRead={isRead} data-unread={isRead ? undefined : true}>
      <div>
        <p>
          <b>{label}</b> <span>{word}</span>{' '}
          <time dateTime={at}>
            {lead !== undefined && <i>{lead}</i>}
            {when}
          </time>
        </p>
        <Link to={to}>{text}</Link>
      </div>
      <button
        type="button"
        aria-label={name}
        aria-disabled={isRead || undefined}
        onClick={({ currentTarget }) => {
          if (isRead) return;
          byPerson(onRead);
          checkAfter(currentTarget)?.focus();
        }}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M2.5 8.5 6.5 12.5 13.5 4" />
        </svg>
      </button>
    </Line>
  );
}
