import styled from '@emotion/styled';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { theme } from '@/theme/theme';

const { color, font } = theme;

const Box = styled.div`
  max-height: 200px;
  margin-top: 8px;
  overflow: auto;

  &:focus-visible {
    outline-offset: -2px;
  }

  table {
    width: 100%;
    border-collapse: collapse;
    font: 400 14px/24px ${font.text};
  }

  th {
    font-size: 12px;
    font-weight: 400;
    letter-spacing: 0.06em;
    text-align: left;
    text-transform: uppercase;
    color: ${color.muted};
  }

  th,
  td {
    padding: 0;
  }

  td,
  thead th + th {
    text-align: right;
    color: ${color.text};
  }

  tbody tr {
    border-top: 1px dashed ${color.hair};
  }
`;

interface NumberTableProps {
  readonly caption: string;
  readonly head: string;
  readonly labels: readonly string[];
  /** `null` if nothing was measured. */
  readonly columns: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
  readonly format: (value: number) => string;
}

/** The numbers of a plot, the newest first. The table scrolls on its own. */
export function NumberTable({ caption, head, labels, columns, format }: NumberTableProps) {
  const rows = labels.map((label, index) => ({
    label,
    values: columns.map(({ values }) => values[index] ?? null),
  }));
  return (
    // Scrolling by keys needs the focus (WCAG 2.1.1).
    <Box tabIndex={0} role="group" aria-label={caption}>
      <table>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.reverse().map(({ label, values }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {values.map((value, index) => (
                <td key={columns[index]?.name}>{value === null ? '-' : format(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
