import styled from '@emotion/styled';
import { useListBacklinksQuery } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { DocumentRecord } from '@/api/types';
import { Frame } from '@/components/Frame';
import { Isolated } from '@/components/Isolated';
import { LevelCells } from '@/components/LevelCells';
import { Footnote, Text } from '@/components/Text';
import { TextLink } from '@/components/TextLink';
import { cutTip } from '@/components/tips';
import { paths } from '@/lib/paths';
import { theme } from '@/theme/theme';

const { color, font } = theme;

const List = styled.ul`
  list-style: none;
`;

const Item = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 16px;
  align-items: center;
  min-height: 40px;
  font: 400 14px/24px ${font.text};

  & + & {
    border-top: 1px dashed ${color.hair};
  }

  > :first-of-type {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    text-decoration: none;
  }

  > a:hover {
    text-decoration: underline;
  }
`;

interface Reference {
  readonly id: string;
  readonly title: string;
  readonly clearanceLevel: number;
}

function ReferenceList({
  caption,
  records,
}: {
  readonly caption: string;
  readonly records: readonly Reference[];
}) {
  if (records.length === 0) return null;
  return (
    <Frame caption={`${caption} ${records.length}`}>
      <List>
        {records.map(({ id, title, clearanceLevel }) => (
          <Item key={id}>
            <TextLink to={paths.document(id)} {...cutTip()}>
              <Isolated>{title}</Isolated>
            </TextLink>
            <LevelCells level={clearanceLevel} />
          </Item>
        ))}
      </List>
    </Frame>
  );
}

/** The records to which the links of a text lead, each once. */
function targetsOf({ links }: DocumentRecord): readonly Reference[] {
  const found = new Map<string, Reference>();
  for (const { id, title, clearanceLevel } of links) {
    if (id !== null && title !== null && clearanceLevel !== null)
      found.set(id, { id, title, clearanceLevel });
  }
  return [...found.values()];
}

/** The records that refer to a document and those it refers to. Its owner sees which links lead nowhere. */
export function References({ document }: { readonly document: DocumentRecord }) {
  const { id } = useUser();
  const { data: sources = [], isError } = useListBacklinksQuery({ id: document.id });
  const broken = document.links.filter((link) => link.id === null);
  return (
    <>
      <ReferenceList caption="Referred to by" records={sources} />
      {isError && <Footnote>The records that refer to this one could not be loaded.</Footnote>}
      <ReferenceList caption="Refers to" records={targetsOf(document)} />
      {document.submittedBy === id && broken.length > 0 && (
        <Frame caption={`Broken links ${broken.length}`}>
          <List>
            {broken.map(({ label }) => (
              <Item key={label}>
                <Text size="dense" {...cutTip()}>
                  <Isolated>{label}</Isolated>
                </Text>
              </Item>
            ))}
          </List>
          <Footnote>
            No record that you can see has one of these names. Edit the text to correct them.
          </Footnote>
        </Frame>
      )}
    </>
  );
}
