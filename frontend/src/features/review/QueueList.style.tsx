import { useEffect, useRef } from 'react';
import styled from '@emotion/styled';
import { Excerpt } from '@/components/Excerpt';
import { moveTarget } from '@/components/list/rowKeys';
import { cutTip } from '@/components/tips';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { lineSafe } from '@/lib/text';
import { Link } from '@/router/Link';
import { mixin, theme } from '@/theme/theme';
import { FileIcon } from '@/records/rows/AttachmentLine';
import { groupNames, groupsOf, waited, type QueueRow } from './queue';
import { focusCurrent, useFocusRequest, type FocusRequest } from '@/records/desk/useFocusRequest';

const { color, font, media } = theme;

const Pane = styled.section`
  position: relative;
  display: flex;
  flex-direction: column;
  min-height: 0;
  min-width: 0;
`;

const Scroll = styled.div`
  flex: 1;
  min-height: 0;
  overflow-y: auto;
  padding-bottom: 16px;
`;

const GroupHead = styled.h3`
  display: flex;
  gap: 12px;
  align-items: center;
  height: 32px;
  padding: 0 24px;
  font: 400 12px/24px ${font.text};
  letter-spacing: 0.08em;
  text-transform: uppercase;
  color: ${color.muted};

  &::after {
    content: '';
    flex: 1;
    border-top: 1px dashed ${color.hair};
  }

  b {
    font-weight: 600;
    color: ${color.text};
  }

  ${media.phone} {
    padding: 0 16px;
  }
`;

const Row = styled(Link)`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 0 12px;
  align-items: center;
  padding: 0 16px 0 24px;
  position: relative;
  min-height: 40px;
  font: 400 14px/24px ${font.text};
  color: ${color.muted};
  text-decoration: none;

  > * {
    ${mixin.cut}
  }

  li + li > &::before {
    ${mixin.rule}
  }

  &:hover {
    background: ${color.raised};
  }

  &:focus-visible {
    outline-offset: -2px;
  }

  &[aria-current] {
    background: ${color.text};

    &,
    > * {
      color: ${color.onAccent};
    }

    svg {
      stroke: currentColor;
    }
  }

  ${media.belowTablet} {
    grid-template-columns: minmax(0, 1fr) auto 16px;
    min-height: 64px;
    padding: 8px 24px;
  }

  ${media.phone} {
    padding-inline: 16px;
  }
`;

const Title = styled.span`
  color: ${color.bright};

  ${media.belowTablet} {
    font: 600 16px/24px ${font.text};
  }
`;

const Number = styled.span<{ readonly 'data-late'?: boolean | undefined }>`
  text-align: right;
  font-variant-numeric: tabular-nums;
  color: ${({ 'data-late': late }) => (late === true ? color.warn : 'inherit')};
`;

/** Only where the queue has the window. */
const File = styled.span`
  display: none;

  ${media.belowTablet} {
    display: block;
  }
`;

/** Beside a case the second line is only said. */
const Said = styled(VisuallyHidden)`
  ${media.belowTablet} {
    display: none;
  }
`;

/** The second line of a row where there is only one pane. */
const Second = styled.span`
  display: none;
  grid-row: 2;
  grid-column: 1 / -1;

  ${media.belowTablet} {
    display: block;
  }
`;

interface QueueListProps {
  readonly title?: string | undefined;
  readonly rows: readonly QueueRow[];
  /** The row with the cursor. */
  readonly current: string | null;
  readonly pathOf: (id: string) => string;
  /** The time, in milliseconds since the epoch. */
  readonly now: number;
  readonly onMove: (id: string) => void;
  /** Each request is handled once; `null` leaves the focus where it is. */
  readonly focusRequest: FocusRequest<string> | null;
}

/** The queue of a desk: rows of one line in groups, and a cursor that arrow keys, Home and End move. */
export function QueueList(props: QueueListProps) {
  const { title = 'Queue', rows, current, pathOf, now, onMove, focusRequest } = props;
  const box = useRef<HTMLDivElement>(null);
  const held = useRef(false);

  useFocusRequest(box, focusRequest, current);
  useEffect(() => {
    const row = box.current?.querySelector<HTMLElement>('[aria-current]');
    row?.scrollIntoView({ block: 'nearest' });
    // Back moves the cursor too. If the list has the focus, the focus follows.
    if (box.current?.contains(document.activeElement) === true) row?.focus();
  }, [current]);
  // The row that had the focus may be gone: the one that took its place gets it, never the body.
  useEffect(() => {
    if (held.current && document.activeElement === document.body) focusCurrent(box);
  });

  // Tab enters the list at its cursor, or at the top where the open case is not in the list.
  const entry = rows.some(({ id }) => id === current) ? current : rows[0]?.id;
  const index = rows.findIndex(({ id }) => id === current);
  return (
    <Pane aria-label={title}>
      <VisuallyHidden as="h2">
        {title} {rows.length}
      </VisuallyHidden>
      {/* The keys are a convenience over the links in the rows. */}
      <Scroll
        ref={box}
        onFocus={() => {
          held.current = true;
        }}
        onBlur={({ target }) => {
          if (target.isConnected) held.current = false;
        }}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey || /^[jk]$/.test(event.key)) return;
          const to = index === -1 ? null : moveTarget(event.key, index, rows.length);
          const row = to === null ? undefined : rows[to];
          if (row === undefined) return;
          event.preventDefault();
          onMove(row.id);
        }}
      >
        {groupsOf(rows).map((group) => (
          <section key={group.name} aria-label={group.name}>
            <GroupHead>
              {group.name} <b>{group.rows.length}</b>
            </GroupHead>
            <ol>
              {group.rows.map((row) => (
                <li key={row.id}>
                  <Item
                    row={row}
                    isCurrent={row.id === current}
                    isEntry={row.id === entry}
                    to={pathOf(row.id)}
                    now={now}
                  />
                </li>
              ))}
            </ol>
          </section>
        ))}
      </Scroll>
    </Pane>
  );
}

interface ItemProps {
  readonly row: QueueRow;
  readonly isCurrent: boolean;
  readonly isEntry: boolean;
  readonly to: string;
  readonly now: number;
}

function Item({ row, isCurrent, isEntry, to, now }: ItemProps) {
  const title = lineSafe(row.title);
  return (
    <Row
      to={to}
      preventScrollReset
      data-case={row.id}
      aria-current={isCurrent ? 'true' : undefined}
      tabIndex={isEntry ? 0 : -1}
    >
      <Title {...cutTip(title)}>{title}</Title>
      <Number data-late={row.group === groupNames[0] || undefined}>
        <VisuallyHidden>waiting </VisuallyHidden>
        {waited(now - row.waitingSince)}
      </Number>
      <Said>
        {' '}
        by {row.author}, step {row.step}
      </Said>
      <File>{row.hasFile && <FileIcon />}</File>
      <Second>
        {row.author} / step {row.step}
        {row.preview !== '' && ' / '}
        <Excerpt text={row.preview} />
      </Second>
    </Row>
  );
}
