import styled from '@emotion/styled';
import { isPressedBy, pressedBy } from '@/keyboard/controls';
import { Badge } from '@/components/Badge';
import { Isolated } from '@/components/Isolated';
import type { Tone } from '@/components/Text';
import { cutTip } from '@/components/tips';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { newsKeys } from '@/keyboard/keys';
import { byPerson } from '@/lib/activity';
import { Link } from '@/router/Link';
import { lineMixin } from '@/theme/lineMixin';
import { mixin, theme } from '@/theme/theme';

const { color, font, length, media } = theme;

export const NewsLines = styled.ol`
  margin: 0 calc(-1 * ${length.inset});
`;

/** The head of a group of notifications with its actions. It extends from edge to edge, like the lines. */
export const NewsHead = styled.div`
  display: flex;
  align-items: center;
  margin: 0 calc(-1 * ${length.inset});

  > h2 {
    flex: 1;
  }

  > button {
    margin-right: ${length.inset};
  }
`;

const Line = styled.li`
  position: relative;
  display: grid;
  grid-template-columns: 8px 120px minmax(0, 1fr) auto;
  gap: 0 16px;
  padding: 8px ${length.inset};
  font: 400 14px/24px ${font.text};

  &:hover {
    background: ${color.raised};
  }

  & + &::before {
    ${mixin.rule}
  }

  &[data-read] {
    padding-block: 4px;
    color: ${color.muted};
  }

  h3 {
    overflow: hidden;
    text-overflow: ellipsis;
    font: 600 16px/24px ${font.text};
  }

  &[data-read] h3 {
    font: inherit;
    white-space: nowrap;
  }

  h3 a {
    color: ${color.bright};
    text-decoration: none;
  }

  &[data-read] h3 a {
    color: ${color.text};
  }

  p {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    color: ${color.text};
    overflow-wrap: anywhere;
  }

  ${media.phone} {
    grid-template-columns: 8px minmax(0, 1fr) auto;

    > :nth-child(3) {
      grid-column: 2 / -1;
    }

    > :nth-child(4) {
      grid-column: 2 / -1;
    }
  }
`;

/** The kind of a notification that was read; muted, because it needs no attention. */
const PastKind = styled.span`
  font: ${font.badge};
  ${mixin.caps}
  white-space: nowrap;
`;

const Dot = styled.i`
  width: 8px;
  height: 8px;
  margin-top: 8px;

  [data-unread] > & {
    background: ${color.text};
  }
`;

const Actions = styled.div`
  display: grid;
  grid-template-columns: 1fr auto;
  gap: 0 12px;
  align-items: center;
  justify-items: end;
  color: ${color.muted};

  time {
    grid-column: 1 / -1;
  }

  > a {
    color: ${color.text};
    text-underline-offset: 4px;
  }

  button {
    ${lineMixin.signButton}
  }

  button:hover {
    background: ${color.text};
    color: ${color.onAccent};
  }

  svg {
    ${mixin.icon}
  }

  ${media.phone} {
    > a {
      padding: 10px 0;
    }

    button {
      width: 44px;
      height: 44px;
    }
  }
`;

/**
 * The check button that takes the focus when this one disappears: the next one, otherwise the previous one, otherwise
 * the link of its row.
 */
function otherCheck(check: HTMLElement): HTMLElement | null | undefined {
  const checks = [...(check.closest('ol')?.querySelectorAll('button') ?? [])].filter((button) =>
    isPressedBy(newsKeys.read, button),
  );
  const at = checks.findIndex((other) => other === check);
  return checks[at + 1] ?? checks[at - 1] ?? check.closest('li')?.querySelector<HTMLElement>('h3 a');
}

interface NewsLineProps {
  /** Index of the row on the screen. */
  readonly row: number;
  readonly badge: string;
  readonly tone: Tone;
  /** The title of the item, or the whole message. */
  readonly title: string;
  /** The address of the item; `null` if it no longer has one. */
  readonly to: string | null;
  readonly action: string;
  /** Who decided; `null` for nobody. */
  readonly by: string | null;
  readonly text: string;
  readonly when: string;
  readonly at: string;
  readonly isRead: boolean;
  readonly onOpen: () => void;
  readonly onRead: () => void;
}

/** A notification: what happened to which record, the comment, and the actions. */
export function NewsLine(props: NewsLineProps) {
  const { row, badge, tone, title, to, action, by, text, when, at, isRead, onOpen, onRead } = props;
  const name = <Isolated>{title}</Isolated>;
  const whole = by === null ? text : `${by}: ${text}`;
  return (
    <Line data-row={row} {...(isRead ? { 'data-read': true } : { 'data-unread': true })}>
      <Dot {...(isRead ? { 'aria-hidden': true } : { role: 'img', 'aria-label': 'Unread' })} />
      <span>{isRead ? <PastKind>{badge}</PastKind> : <Badge tone={tone}>{badge}</Badge>}</span>
      <div>
        <h3 {...cutTip(isRead ? `${title}. ${whole}` : title)}>
          {to === null ? (
            name
          ) : (
            <Link to={to} onClick={onOpen}>
              {name}
            </Link>
          )}
        </h3>
        {!isRead && text !== '' && (
          <p {...cutTip(whole)}>
            {by !== null && (
              <>
                <Isolated>{by}</Isolated>:{' '}
              </>
            )}
            <Isolated>{text}</Isolated>
          </p>
        )}
      </div>
      <Actions>
        <time dateTime={at}>{when}</time>
        {!isRead && (
          <>
            {to !== null && (
              <Link to={to} onClick={onOpen}>
                {action}
                <VisuallyHidden> {title}</VisuallyHidden>
              </Link>
            )}
            <button
              type="button"
              ref={pressedBy(newsKeys.read)}
              aria-label={`Mark as read: ${title}`}
              onClick={({ currentTarget }) => {
                const next = otherCheck(currentTarget);
                byPerson(onRead);
                next?.focus();
              }}
            >
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <path d="M2.5 8.5 6.5 12.5 13.5 4" />
              </svg>
            </button>
          </>
        )}
      </Actions>
    </Line>
  );
}
