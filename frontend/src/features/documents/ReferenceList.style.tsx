import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { useLocation } from 'react-router-dom';
import { Frame } from '@/components/Frame';
import { Isolated } from '@/components/Isolated';
import { LevelCells } from '@/components/LevelCells';
import { Footnote, Text } from '@/components/Text';
import { TextLink } from '@/components/TextLink';
import { cutTip } from '@/components/tips';
import { paths } from '@/lib/paths';
import { keepView } from '@/lib/viewAs';
import { mixin, theme } from '@/theme/theme';

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
    ${mixin.cut}
    text-decoration: none;
  }

  > a:hover {
    text-decoration: underline;
  }
`;

/** A record that a text links to, or that links to it. */
export interface Reference {
  readonly id: string;
  readonly title: string;
  readonly clearanceLevel: number;
}

/** Records in a panel; renders nothing if there are none. */
export function ReferenceList({
  caption,
  records,
  total = records.length,
  children,
}: {
  readonly caption: string;
  readonly records: readonly Reference[];
  /** Total number of records, including those that are not loaded. */
  readonly total?: number;
  readonly children?: ReactNode;
}) {
  const { search } = useLocation();
  if (records.length === 0) return null;
  return (
    <Frame caption={`${caption} ${total}`}>
      <List>
        {records.map(({ id, title, clearanceLevel }) => (
          <Item key={id}>
            <TextLink to={keepView(paths.document(id), search)} {...cutTip()}>
              <Isolated>{title}</Isolated>
            </TextLink>
            <LevelCells level={clearanceLevel} />
          </Item>
        ))}
      </List>
      {children}
    </Frame>
  );
}

export function BrokenLinks({ labels }: { readonly labels: readonly string[] }) {
  return (
    <Frame caption={`Broken links ${labels.length}`}>
      <List>
        {labels.map((label) => (
          <Item key={label}>
            <Text size="dense" {...cutTip()}>
              <Isolated>{label}</Isolated>
            </Text>
          </Item>
        ))}
      </List>
      <Footnote>No record that you can see has one of these names. Edit the text to correct them.</Footnote>
    </Frame>
  );
}
