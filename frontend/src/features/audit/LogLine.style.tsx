import styled from '@emotion/styled';
import { ColumnHeads, LineText } from '@/components/list/DenseLine';
import { mixin, theme } from '@/theme/theme';

const { color, media } = theme;

export type LogMark = 'document' | 'site' | 'admin' | 'other';

/** Paths on a grid of 16 by 16, with square strokes. */
const strokes: Readonly<Record<LogMark, string>> = {
  document: 'M3.5 1.5h6l3 3v10h-9z M9.5 1.5v3h3 M5.5 8.5h5 M5.5 11.5h5',
  site: 'M1.5 14.5h13 M3.5 14.5v-9h9v9 M5.5 5.5v-4h5v4 M6.5 14.5v-4h3v4',
  admin: 'M8 1.5l6 2v5c0 3-2.5 5-6 6-3.5-1-6-3-6-6v-5z M8 5v4 M8 10.5v1.5',
  other: 'M1.5 2.5h13v11h-13z M4 6l2.5 2L4 10 M8 10.5h4',
};

const names: Readonly<Record<LogMark, string>> = {
  document: 'Document',
  site: 'Site',
  admin: 'Administration',
  other: 'Terminal',
};

const Drawing = styled.svg`
  flex: none;
  width: 16px;
  height: 16px;
  fill: none;
  stroke: ${color.accent};
`;

export function LogIcon({ mark }: { readonly mark: LogMark }) {
  return (
    <Drawing viewBox="0 0 16 16" role="img" aria-label={names[mark]} data-mark={mark}>
      <path d={strokes[mark]} />
    </Drawing>
  );
}

export const layout = `
  grid-template-columns: 72px 136px 232px minmax(0, 1fr) 104px 16px;

  ${media.screenBelowWide} {
    grid-template-columns: 72px 120px minmax(0, 1fr) minmax(0, 1fr) 16px;

    [data-cell='address'] { display: none; }
  }

  ${media.phone} {
    grid-template-columns: 72px minmax(0, 1fr) 16px;
    column-gap: 8px;

    [data-cell='person'] { text-align: right; }
    [data-cell='mark'] { grid-column: 3; grid-row: 1; }
    [data-cell='action'], [data-cell='object'] { grid-column: 1 / -1; }
    [data-cell='object']:empty { display: none; }
  }

  ${media.print} {
    grid-template-columns: 72px 112px 192px minmax(0, 1fr) 96px;
    column-gap: 12px;
    min-height: 0;

    [data-cell='object'] small { display: none; }
    [data-cell='object'] a { overflow: visible; white-space: normal; }
    [data-cell='mark'] { display: none; }
  }
`;

export const Action = styled.span`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
`;

export const SubjectCell = styled.span`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;

  a {
    position: relative;
    z-index: 1;
    min-width: 0;
    padding: 4px 0;
    margin: -4px 0;
    ${mixin.cut}
    color: ${color.bright};
    text-decoration-color: ${color.edge};
    text-underline-offset: 4px;
  }

  small {
    flex: none;
    font-size: 12px;
  }

  a:hover {
    background: ${color.text};
    color: ${color.onAccent};
  }

  ${media.phone} {
    a {
      padding: 10px 0;
      margin: -10px 0;
    }

    small {
      display: none;
    }
  }
`;

export const Json = styled.pre`
  margin: 0;
  padding-left: 24px;
  border-left: 1px solid ${color.hair};
  font: inherit;
  white-space: pre-wrap;
  overflow-wrap: anywhere;

  i {
    font-style: normal;
    color: ${color.muted};
  }

  b {
    font-weight: 600;
    color: ${color.bright};
  }

  ${media.belowTablet} {
    padding: 8px 0 0;
    border-left: 0;
    border-top: 1px dashed ${color.hair};
  }
`;

export function LogHeads() {
  return (
    <ColumnHeads layout={layout}>
      <span>Time</span>
      <span>Person</span>
      <span>Action</span>
      <span>On what</span>
      <LineText end data-cell="address">
        Address
      </LineText>
      <span data-cell="mark" />
    </ColumnHeads>
  );
}
