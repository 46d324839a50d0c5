import styled from '@emotion/styled';
import { Excerpt } from '@/components/Excerpt';
import { cutTip } from '@/components/tips';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { lineSafe } from '@/lib/text';
import { Link } from '@/router/Link';
import { lineMixin } from '@/theme/lineMixin';
import { mixin, theme } from '@/theme/theme';
import { FileIcon } from '@/records/rows/FileList';
import { groupNames, groupsOf, waited, type QueueRow } from './queue';
import { CursorList, ListPane, type FocusRequest } from '@/records/desk/CursorList';

const { color, font, media } = theme;

const GroupHead = styled.h3`
  ${lineMixin.groupHead}
  letter-spacing: 0.08em;
  color: ${color.muted};

  b {
    font-weight: 600;
    color: ${color.text};
  }
`;

const Row = styled(Link)`
  ${lineMixin.cursorRow}
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 0 12px;
  align-items: center;
  padding: 0 16px 0 24px;
  position: relative;
  min-height: 40px;
  color: ${color.muted};

  > * {
    ${mixin.cut}
  }

  li + li > &::before {
    ${mixin.rule}
  }

  &[aria-current] svg {
    stroke: currentColor;
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
const OnePane = styled.span`
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
const Second = styled(OnePane)`
  grid-row: 2;
  grid-column: 1 / -1;
`;

interface QueueListProps {
  readonly title: string;
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

/** The queue of a desk: rows of one line in groups. */
export function QueueList({ title, rows, current, pathOf, now, ...cursor }: QueueListProps) {
  // Tab enters the list at its cursor, or at the top where the open case is not in the list.
  const entry = rows.some(({ id }) => id === current) ? current : rows[0]?.id;
  return (
    <ListPane aria-label={title}>
      <VisuallyHidden as="h2">
        {title} {rows.length}
      </VisuallyHidden>
      <CursorList rows={rows.map(({ id }) => id)} current={current} {...cursor}>
        {groupsOf(rows).map((group) => (
          <section key={group.name} aria-label={group.name}>
            <GroupHead>
              {group.name} <b>{group.rows.length}</b>
            </GroupHead>
            <ol>
              {group.rows.map((row) => (
                <li key={row.id}>
                  <Row
                    to={pathOf(row.id)}
                    preventScrollReset
                    data-case={row.id}
                    aria-current={row.id === current ? 'true' : undefined}
                    tabIndex={row.id === entry ? 0 : -1}
                  >
                    <Item row={row} now={now} />
                  </Row>
                </li>
              ))}
            </ol>
          </section>
        ))}
      </CursorList>
    </ListPane>
  );
}

function Item({ row, now }: { readonly row: QueueRow; readonly now: number }) {
  const title = lineSafe(row.title);
  return (
    <>
      <Title {...cutTip(title)}>{title}</Title>
      <Number data-late={row.group === groupNames[0] || undefined}>
        <VisuallyHidden>waiting </VisuallyHidden>
        {waited(now - row.waitingSince)}
      </Number>
      <Said>
        {' '}
        by {row.author}, step {row.step}
      </Said>
      <OnePane>{row.hasFile && <FileIcon />}</OnePane>
      <Second>
        {row.author} / step {row.step}
        {row.preview !== '' && ' / '}
        <Excerpt text={row.preview} />
      </Second>
    </>
  );
}
