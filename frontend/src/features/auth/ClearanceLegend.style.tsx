import styled from '@emotion/styled';
import { LevelBadge } from '@/components/Badge';
import { clearanceLevels, clearanceName } from '@/lib/clearance';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';

const { color, font } = theme;

const List = styled.ul`
  display: grid;
  font: ${font.dense};

  li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 12px;
    align-items: center;
    padding: 5px 0;
    color: ${color.bright};
  }

  li + li {
    border-top: 1px dashed ${color.hair};
  }
`;

const Bars = styled.span`
  display: flex;
  gap: 3px;
`;

const Bar = styled('i', omitProps('on'))<{ readonly on: boolean }>`
  width: 10px;
  height: 10px;
  border: 1px solid ${({ on }) => (on ? color.text : color.edge)};
  background: ${({ on }) => (on ? color.text : 'transparent')};
`;

export function ClearanceLegend() {
  return (
    <List aria-label="Clearance levels">
      {clearanceLevels.map((level) => (
        <li key={level}>
          <LevelBadge level={level} />
          <span>{clearanceName(level)}</span>
          <Bars aria-hidden="true">
            {clearanceLevels.map((step) => (
              <Bar key={step} on={step <= level} />
            ))}
          </Bars>
        </li>
      ))}
    </List>
  );
}
