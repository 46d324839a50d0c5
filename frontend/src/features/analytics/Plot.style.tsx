import styled from '@emotion/styled';
import { lazyPart } from '@/components/lazyPart';
import { PartFailed } from '@/components/PartFailed';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';
import { dashesOf, plotHeight, type PlotProps, type PlotSeries } from './plotSeries';

const { color, font } = theme;

const Box = styled.div`
  height: ${plotHeight}px;
  margin-top: 8px;
  overflow: hidden;
`;

const Canvas = lazyPart(
  async () => (await import(/* webpackChunkName: "plot" */ './PlotCanvas')).PlotCanvas,
  { Failed: PartFailed },
);

/** A plot of a few series. The drawing code is loaded after the page. */
export function Plot(props: PlotProps) {
  return (
    <Box>
      <Canvas {...props} />
    </Box>
  );
}

const Names = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 0 24px;
  font: 400 12px/24px ${font.text};
  color: ${color.muted};
`;

const Sample = styled('svg', omitProps('tone', 'look'))<Pick<PlotSeries, 'tone' | 'look'>>`
  width: ${({ look }) => (look === 'solid' || look === 'dashed' ? 24 : 12)}px;
  height: 12px;
  margin-right: 8px;
  vertical-align: -1px;
  fill: ${({ tone, look }) => (look === 'filled' ? color[tone] : 'none')};
  stroke: ${({ tone }) => color[tone]};
  stroke-width: 2;
`;

/** The names of the series, each with a sample of its line or bar. */
export function Legend({ series }: { readonly series: readonly Omit<PlotSeries, 'values'>[] }) {
  return (
    <Names>
      {series.map(({ name, tone, look }) => (
        <li key={name}>
          <Sample tone={tone} look={look} aria-hidden="true">
            {look === 'solid' || look === 'dashed' ? (
              <path d="M0 6H24" strokeDasharray={dashesOf[look].join(' ')} />
            ) : (
              <path d="M1 1H11V11H1Z" strokeDasharray={dashesOf[look].join(' ')} />
            )}
          </Sample>
          {name}
        </li>
      ))}
    </Names>
  );
}
