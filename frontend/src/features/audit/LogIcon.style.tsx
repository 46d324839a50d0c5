import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const { color } = theme;

export type LogMark = 'document' | 'site' | 'admin' | 'other';

/** Drawn on a grid of 16 by 16, in square strokes. */
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

/** The mark at the head of an entry of a log. */
export function LogIcon({ mark }: { readonly mark: LogMark }) {
  return (
    <Drawing viewBox="0 0 16 16" role="img" aria-label={names[mark]} data-mark={mark}>
      <path d={strokes[mark]} />
    </Drawing>
  );
}
