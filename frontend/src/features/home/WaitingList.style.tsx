import styled from '@emotion/styled';
import { Button, LinkButton } from '@/components/Button';
import { Isolated } from '@/components/Isolated';
import { Kbd, KeyHint } from '@/components/Kbd';
import { Text } from '@/components/Text';
import { cutTip } from '@/components/tips';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { homeKeys } from '@/keyboard/keys';
import { Link } from '@/router/Link';
import { omitProps } from '@/theme/omitProps';
import { mixin, theme } from '@/theme/theme';

const { color, font, length, media } = theme;

const List = styled.ol`
  margin: 0 calc(-1 * ${length.inset});
`;

const Row = styled.li`
  position: relative;
  display: grid;
  grid-template-columns: minmax(48px, auto) minmax(0, 1fr) auto;
  gap: 0 16px;
  align-items: center;
  min-height: 64px;
  padding: 8px ${length.inset};

  &:hover {
    background: ${color.raised};
  }

  & + &::before {
    ${mixin.rule}
  }

  ${media.phone} {
    grid-template-columns: minmax(32px, auto) minmax(0, 1fr) auto;
    gap: 0 12px;
  }
`;

const Count = styled.span`
  font: ${font.counter};
  line-height: 48px;

  ${media.phone} {
    align-self: start;
    font-size: 32px;
    line-height: 24px;
  }
`;

const Words = styled.div`
  min-width: 0;
`;

const Heading = styled.h3`
  font: 600 16px/24px ${font.text};
  color: ${color.bright};
`;

/**
 * One line for the user's own items; a reviewer's comment is cut after two lines, with the full text in the tooltip.
 */
const Detail = styled.p`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  font: 400 14px/24px ${font.text};
  color: ${color.text};
  overflow-wrap: anywhere;

  ${media.phone} {
    -webkit-line-clamp: 4;
  }
`;

/** `short` actions are a single word, which fits beside the text even on a phone. */
const Actions = styled('div', omitProps('short'))<{ readonly short: boolean }>`
  display: flex;
  gap: 16px;
  align-items: center;
  justify-content: flex-end;
  ${({ short }) => (short ? '' : onLineOfItsOwn)}
`;

const onLineOfItsOwn = `
  ${media.phone} {
    grid-column: 2 / -1;
    justify-content: stretch;
    margin-top: 8px;

    > * {
      flex: 1;
    }
  }
`;

const OpenLink = styled(Link)`
  padding: 5px 0;
  font: ${font.dense};
  color: ${color.text};
  text-align: center;
  text-underline-offset: 4px;

  /* The whole line is the click target. */
  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }

  &:hover {
    color: ${color.bright};
  }

  &:focus-visible {
    outline-offset: 4px;
  }

  ${media.phone} {
    padding: 11px 0;
  }
`;

const Above = styled.span`
  position: relative;
  z-index: 1;
  display: inline-grid;
`;

export interface WaitingItem {
  readonly id:
    'submissions' | 'accounts' | 'edits' | 'archive' | 'timed-out' | 'drafts' | 'alerts' | 'deadlines';
  readonly count: number;
  readonly heading: string;
  readonly warning: string | null;
  readonly text: string;
  /** It concerns the user's own account. */
  readonly isBad: boolean;
  readonly to: string;
  readonly action: string;
  /** The notifications that are marked as read when the line is opened. */
  readonly news: readonly string[];
}

interface WaitingListProps {
  readonly items: readonly WaitingItem[];
  /** Whether single-key shortcuts are on. */
  readonly keys: boolean;
  /** Index of the first row among those of the screen. */
  readonly firstRow?: number;
  /** An element before it has the primary button. */
  readonly isSecond?: boolean;
  /** Called before the screen of a line opens. */
  readonly onOpen: (item: WaitingItem) => void;
  readonly onRead: (item: WaitingItem) => void;
}

/**
 * The items that need the user. The first line has the only primary button of the screen, unless an earlier element has
 * it.
 */
export function WaitingList(props: WaitingListProps) {
  const { items, keys, firstRow = 0, isSecond = false, onOpen, onRead } = props;
  if (items.length === 0) {
    return (
      <Text as="p" tone="muted">
        NOTHING WAITS FOR YOU
      </Text>
    );
  }
  return (
    <List>
      {items.map((item, index) => {
        const about = <VisuallyHidden> {item.heading}</VisuallyHidden>;
        const open = () => onOpen(item);
        const isFilled = index === 0 && !isSecond;
        return (
          <Row
            key={item.id}
            data-row={firstRow + index}
            {...(item.id === 'deadlines' && { 'data-news': true })}
          >
            <Count style={{ color: item.isBad ? color.danger : color.bright }}>{item.count}</Count>
            <Words>
              <Heading>{item.heading}</Heading>
              <Detail {...cutTip(item.text)}>
                {item.warning !== null && (
                  <Text tone="warn" size="dense">
                    {item.warning}{' '}
                  </Text>
                )}
                <Isolated>{item.text}</Isolated>
              </Detail>
            </Words>
            <Actions short={!isFilled && item.news.length === 0}>
              {item.news.length > 0 && (
                <Above>
                  <Button size="sm" onClick={() => onRead(item)}>
                    Mark read{about}
                  </Button>
                </Above>
              )}
              {isFilled ? (
                <LinkButton
                  to={item.to}
                  variant="primary"
                  {...(keys ? { 'aria-keyshortcuts': homeKeys.urgent } : {})}
                  onClick={open}
                >
                  {item.action}
                  {about}
                  {keys && (
                    <KeyHint aria-hidden="true">
                      {' '}
                      <PrimaryKey>{homeKeys.urgent}</PrimaryKey>
                    </KeyHint>
                  )}
                </LinkButton>
              ) : (
                <OpenLink to={item.to} onClick={open}>
                  {item.action}
                  {about}
                </OpenLink>
              )}
            </Actions>
          </Row>
        );
      })}
    </List>
  );
}

/** A key on the primary button. On a phone the buttons show no keys. */
const PrimaryKey = styled(Kbd)`
  color: inherit;
  border-color: currentColor;
  text-transform: none;

  ${media.phone} {
    display: none;
  }
`;
