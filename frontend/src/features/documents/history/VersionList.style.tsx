import styled from '@emotion/styled';
import { Excerpt } from '@/components/Excerpt';
import { cutTip } from '@/components/tips';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { historyKeys } from '@/keyboard/keys';
import { CursorList, ListPane, type FocusRequest } from '@/records/desk/CursorList';
import { Link } from '@/router/Link';
import { lineMixin } from '@/theme/lineMixin';
import { mixin, theme } from '@/theme/theme';
import { Caption } from './Caption.style';

const { color, font, length, media } = theme;

const Pane = styled(ListPane)`
  padding-top: 12px;
`;

const Row = styled(Link)`
  ${lineMixin.cursorRow}
  position: relative;
  grid-template-columns: 52px minmax(0, 1fr) auto;
  gap: 0 12px;
  align-items: center;
  min-height: 72px;
  padding: 11px ${length.inset};
  color: ${color.muted};

  > b {
    grid-row: 1 / 3;
    font: 400 36px/48px ${font.display};
    color: ${color.bright};
  }

  > i {
    font: ${font.badge};
    letter-spacing: 0.06em;
    color: ${color.bright};
  }

  li + li > &::before {
    ${mixin.rule}
  }
`;

const Words = styled.span`
  grid-column: 2 / -1;
  min-width: 0;
  ${mixin.cut}
  color: ${color.text};
`;

const When = styled(Words)`
  grid-column: 2;
  color: inherit;
`;

const Preview = styled.p`
  padding: 12px ${length.inset};
  font: 400 14px/24px ${font.text};
  color: ${color.text};
  overflow-wrap: anywhere;
`;

const Foot = styled.p`
  padding: 16px ${length.inset} 0;
  font: 400 12px/20px ${font.text};
  color: ${color.muted};

  ${media.phone} {
    padding-bottom: 8px;
  }
`;

export interface VersionRow {
  readonly number: number;
  /** `2026-11-21 08:02`. */
  readonly time: string;
  readonly author: string;
  /** What changed, in its author's words. */
  readonly description: string;
  /** The first 200 characters of its text. */
  readonly preview: string;
}

interface VersionListProps {
  /** Newest first. */
  readonly rows: readonly VersionRow[];
  /** The number of the version that is shown. */
  readonly shown: number;
  /** The number of the version that it is compared with; `null` for none. */
  readonly base: number | null;
  readonly pathOf: (number: number) => string;
  readonly onMove: (number: number) => void;
  readonly onBase: (number: number) => void;
  /** Each request is handled once; `null` leaves the focus where it is. */
  readonly focusRequest: FocusRequest<number> | null;
}

/** The versions of a document. Space makes the version with the cursor the base of the comparison. */
export function VersionList({ rows, shown, base, pathOf, onMove, onBase, focusRequest }: VersionListProps) {
  return (
    <Pane aria-labelledby="versions-title">
      <Caption>
        <h2 id="versions-title">Versions</h2>
        <span>{rows.length}</span>
      </Caption>
      <CursorList
        rows={rows.map(({ number }) => number)}
        current={shown}
        onMove={onMove}
        focusRequest={focusRequest}
        keys={{ [historyKeys.base]: () => onBase(shown) }}
      >
        <ol>
          {rows.map((row) => (
            <li key={row.number}>
              <Row
                to={pathOf(row.number)}
                replace
                preventScrollReset
                aria-current={row.number === shown ? 'true' : undefined}
                aria-keyshortcuts="Space"
                tabIndex={row.number === shown ? 0 : -1}
                data-version={row.number}
              >
                <Item row={row} mark={row.number === shown ? 'SHOWN' : row.number === base && 'BASE'} />
              </Row>
              {row.number === shown && row.preview !== '' && (
                <Preview dir="auto">
                  <Excerpt text={row.preview} />
                </Preview>
              )}
            </li>
          ))}
        </ol>
        <Foot>Versions above your level are not listed.</Foot>
      </CursorList>
    </Pane>
  );
}

function Item({ row, mark }: { readonly row: VersionRow; readonly mark: string | false }) {
  return (
    <>
      <b>
        <VisuallyHidden>Version </VisuallyHidden>
        {row.number}
      </b>
      <When>
        {row.time} {row.author}
      </When>
      {mark !== false && <i>{mark}</i>}
      <Words {...cutTip()}>{row.description}</Words>
    </>
  );
}
