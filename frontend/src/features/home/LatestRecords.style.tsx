import styled from '@emotion/styled';
import { Isolated } from '@/components/Isolated';
import { LevelCells } from '@/components/LevelCells';
import { Text } from '@/components/Text';
import { TextLink } from '@/components/TextLink';
import { cutTip, tip } from '@/components/tips';
import { formatAgo } from '@/lib/ago';
import { formatDateTime } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { plural } from '@/lib/text';
import { RecordMark, type Mark } from '@/records/rows/RecordMark';
import { Link } from '@/router/Link';
import { omitProps } from '@/theme/omitProps';
import { mixin, theme } from '@/theme/theme';

const { color, font, length, media } = theme;

const columns = 'grid-template-columns: 56px minmax(0, 1fr) 16px 112px 96px 96px;';
const narrow = 'grid-template-columns: 56px minmax(0, 1fr) 16px 96px;';

const Head = styled.div`
  display: grid;
  ${columns}
  gap: 0 16px;
  font: 400 12px/24px ${font.text};
  color: ${color.muted};
  ${mixin.caps}

  > :last-child {
    text-align: right;
  }

  ${media.belowTablet} {
    display: none;
  }
`;

const List = styled.ol`
  margin: 0 calc(-1 * ${length.inset});
`;

const Item = styled.li`
  & + & > a {
    border-top: 1px dashed ${color.hair};
  }
`;

const Row = styled(Link)`
  display: grid;
  ${columns}
  gap: 0 16px;
  align-items: center;
  min-height: 40px;
  margin: 0 ${length.inset};
  font: 400 14px/24px ${font.text};
  color: ${color.muted};
  text-decoration: none;
  position: relative;

  /* The background extends to the border of the frame, the text stays at the inset. */
  &:hover::before {
    content: '';
    position: absolute;
    inset: 0 calc(-1 * ${length.inset});
    z-index: -1;
    background: ${color.raised};
  }

  > * {
    ${mixin.cut}
  }

  > :last-child {
    text-align: right;
  }

  ${media.belowTablet} {
    ${narrow}
    > [data-wide] {
      display: none;
    }
  }

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr) 16px auto;
    min-height: 64px;
    align-content: center;

    > :nth-of-type(2) {
      grid-column: 1 / -1;
      grid-row: 1;
      font-size: 16px;
    }
  }
`;

const Title = styled('span', omitProps('mark'))<{ readonly mark: Mark }>`
  display: flex;
  gap: 12px;
  align-items: center;
  color: ${({ mark }) => (mark === null ? color.text : color.bright)};

  > :first-child {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }

  > [data-mark] {
    flex: none;
  }
`;

const File = styled.svg`
  ${mixin.icon}
  stroke-width: 1.5;
`;

const All = styled.p`
  min-height: 32px;
  padding: 4px 0;
  font: 400 14px/24px ${font.text};
`;

interface LatestRecord {
  readonly id: string;
  readonly title: string;
  readonly clearanceLevel: number;
  readonly attachment: object | null;
  readonly category: string;
  readonly submittedByUsername: string;
  readonly createdAt: string;
  readonly mark: Mark;
}

interface LatestRecordsProps {
  readonly records: readonly LatestRecord[];
  /** Number of records that the reader can see. */
  readonly visible: number;
  /** Index of the first row among those that keys move between. */
  readonly firstRow: number;
}

export function LatestRecords({ records, visible, firstRow }: LatestRecordsProps) {
  return (
    <>
      {records.length > 0 && (
        <Head aria-hidden="true">
          <span>Level</span>
          <span>Title</span>
          <span />
          <span>Category</span>
          <span>Author</span>
          <span>When</span>
        </Head>
      )}
      <List>
        {records.map((record, index) => (
          <Item key={record.id} data-row={firstRow + index}>
            <Row to={paths.document(record.id)}>
              <LevelCells level={record.clearanceLevel} />
              <Title mark={record.mark}>
                <span {...cutTip()}>
                  <Isolated>{record.title}</Isolated>
                </span>
                <RecordMark mark={record.mark} />
              </Title>
              <span>
                {record.attachment !== null && (
                  <File viewBox="0 0 16 16" role="img" aria-label="attachment">
                    <path d="M4 1.5h5.5L12.5 5v9.5H4zM9 2v3.5h3M6 9h4.5M6 11.5h4.5" />
                  </File>
                )}
              </span>
              <span data-wide {...cutTip()}>
                {record.category}
              </span>
              <span data-wide {...cutTip()}>
                <Isolated>{record.submittedByUsername}</Isolated>
              </span>
              <time dateTime={record.createdAt} {...tip(`${formatDateTime(record.createdAt)} UTC`)}>
                {formatAgo(record.createdAt)}
              </time>
            </Row>
          </Item>
        ))}
      </List>
      <All>
        {visible === 0 ? (
          <Text tone="muted" size="dense">
            No records yet.
          </Text>
        ) : (
          <TextLink to={paths.documents}>
            {visible === 1 ? 'The only record' : `All ${plural(visible, 'record')}, newest first`}
          </TextLink>
        )}
      </All>
    </>
  );
}
