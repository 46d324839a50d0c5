import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { omitProps } from '@/theme/omitProps';
import { mixin, theme } from '@/theme/theme';
import { VisuallyHidden } from '../VisuallyHidden';

const { color, font, media } = theme;

type CardsBelow = 'phone' | 'wide';

const cardsAt: Readonly<Record<CardsBelow, string>> = {
  phone: media.screenPhone,
  wide: media.screenBelowWide,
};

const Grid = styled('table', omitProps('cardsBelow', 'fixed'))<{
  readonly cardsBelow: CardsBelow;
  readonly fixed: boolean;
}>`
  width: 100%;
  ${({ fixed }) => (fixed ? 'table-layout:fixed;' : '')}
  border-collapse: collapse;
  font: ${font.dense};
  font-variant-numeric: tabular-nums;

  th {
    font-weight: 600;
    text-align: left;
    color: ${color.muted};
    ${mixin.caps}
    border-bottom: 1px solid ${color.edge};
    padding: 6px 12px 6px 0;
    overflow-wrap: normal;
  }

  /* A row of buttons is 40 pixels high. */
  td {
    padding: 3px 12px 4px 0;
    border-bottom: 1px dashed ${color.hair};
    vertical-align: middle;
  }

  .end {
    text-align: right;
    padding-right: 0;
  }

  td[data-nowrap] {
    white-space: nowrap;
  }

  ${({ cardsBelow }) => cardsAt[cardsBelow]} {
    &,
    tbody,
    tr,
    td {
      display: block;
      width: 100%;
    }

    thead {
      ${mixin.hidden}
    }

    tr {
      padding: 12px 0;
      border-bottom: 1px dashed ${color.hair};
    }

    td,
    td.end {
      display: grid;
      grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
      gap: 12px;
      padding: 2px 0;
      border: 0;
      text-align: left;
    }

    td::before {
      content: attr(data-label) / '';
      color: ${color.muted};
      ${mixin.caps}
    }

    td[data-wide] {
      grid-template-columns: minmax(0, 1fr);
      padding-top: 8px;
    }

    td[data-wide]::before {
      display: none;
    }
  }
`;

export interface Column<Item> {
  readonly key: string;
  readonly head: string;
  readonly cell: (item: Item) => ReactNode;
  /** Numbers and times are aligned at the end. */
  readonly align?: 'start' | 'end';
  /** Prevents line breaks in short codes and dates. */
  readonly nowrap?: boolean;
  /** Width in pixels. If columns have widths, the layout does not depend on the content; one column must have none. */
  readonly width?: number;
  /** Takes the whole width of the card on a phone, without its label, for the buttons of a row. */
  readonly wide?: boolean;
}

interface TableProps<Item> {
  /** Names the table for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Item>[];
  readonly rows: readonly Item[];
  readonly rowKey: (item: Item) => string;
  /** Width below which rows become cards: that of a phone, or 1100 pixels for many columns. */
  readonly cardsBelow?: CardsBelow | undefined;
}

/** A table; on a phone every row is a card with the column heads as labels. */
export function Table<Item>({ caption, columns, rows, rowKey, cardsBelow = 'phone' }: TableProps<Item>) {
  // Explicit roles, because block layout removes the native roles in some browsers.
  return (
    <Grid role="table" cardsBelow={cardsBelow} fixed={columns.some(({ width }) => width !== undefined)}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              role="columnheader"
              data-wide={column.wide === true ? '' : undefined}
              className={column.align === 'end' ? 'end' : undefined}
              style={{ width: column.width }}
            >
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map((column) => (
              <td
                key={column.key}
                role="cell"
                data-label={column.head}
                data-wide={column.wide === true ? '' : undefined}
                data-nowrap={column.nowrap === true ? '' : undefined}
                className={column.align === 'end' ? 'end' : undefined}
              >
                <span>{column.cell(row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Grid>
  );
}
