import { useMemo, useState, type ReactNode } from 'react';
import { useGetAnalyticsSeriesQuery } from '@/api/analytics';
import type { AnalyticsPoint, AnalyticsSeries } from '@/api/types';
import { Button } from '@/components/Button';
import { Select } from '@/components/form/Select';
import { Frame } from '@/components/Frame';
import { Row } from '@/components/Layout';
import { Loaded } from '@/components/Loaded';
import { QuietLine } from '@/components/QuietLine';
import {
  fullLabelOf,
  isNothing,
  labelOf,
  sentenceOf,
  seriesOf,
  systemMetrics,
  systemSeries,
  type SeriesShown,
  type SystemMetric,
} from './analytics';
import { NumberTable } from './NumberTable.style';
import { Legend, Plot } from './Plot.style';
import { useAnalyticsPolling, useCatchUp } from './useRefreshed';

interface SeriesProps {
  readonly shown: SeriesShown;
  /** A choice of series, in place of the legend. */
  readonly choice?: ReactNode;
  readonly tables: Tables;
}

/** Whether all series are shown as tables; each change overrides the choice for a single one. */
interface Tables {
  readonly turn: number;
  readonly shown: boolean;
}

/** A series as a plot or as a table of the same numbers. */
export function SeriesFrame({ shown, choice, tables }: SeriesProps) {
  const { metric, title, interval, parts } = shown;
  const query = useGetAnalyticsSeriesQuery({ metric, interval }, useAnalyticsPolling());
  useCatchUp(query);
  const [own, setOwn] = useState(tables);
  const asTable = (own.turn === tables.turn ? own : tables).shown;
  const label = asTable ? 'Show as plot' : 'Show as table';
  // After a change of the metric, `currentData` does not contain those of the previous one.
  const { currentData: data, error, isFetching, refetch } = query;
  const isEmpty = ({ points }: AnalyticsSeries) => isNothing(shown, seriesOf(shown, points));
  return (
    <Frame list caption={title}>
      <Row justify="between" gap="sm">
        {choice ?? <Legend series={parts} />}
        {data !== undefined && !isEmpty(data) && (
          <Button
            size="sm"
            variant="flat"
            aria-label={`${label}: ${title}`}
            onClick={() => setOwn({ turn: tables.turn, shown: !asTable })}
          >
            {label}
          </Button>
        )}
      </Row>
      <Loaded
        query={{ data, error, isFetching, refetch }}
        what={title.toLowerCase()}
        label="READING FIGURES"
        isEmpty={isEmpty}
        empty={<QuietLine>{shown.nothing}</QuietLine>}
      >
        {({ points }) => <Numbers shown={shown} points={points} asTable={asTable} />}
      </Loaded>
    </Frame>
  );
}

interface NumbersProps {
  readonly shown: SeriesShown;
  readonly points: readonly AnalyticsPoint[];
  readonly asTable: boolean;
}

function Numbers({ shown, points, asTable }: NumbersProps) {
  const { title, interval, kind, format } = shown;
  const series = useMemo(() => seriesOf(shown, points), [points, shown]);
  const labels = useMemo(() => points.map(({ time }) => labelOf(interval, time)), [interval, points]);
  if (!asTable)
    return (
      <Plot kind={kind} name={sentenceOf(shown, series)} labels={labels} series={series} format={format} />
    );
  return (
    <NumberTable
      caption={`${title}, UTC`}
      head={interval === 'hour' ? 'Hour' : 'Day'}
      labels={points.map(({ time }) => fullLabelOf(interval, time))}
      columns={series}
      format={format}
    />
  );
}

/** Samples of the server's resources, one metric at a time. */
export function SystemFrame({ tables }: Pick<SeriesProps, 'tables'>) {
  const [metric, setMetric] = useState<SystemMetric>('active_sessions');
  const shown = useMemo(() => systemSeries(metric), [metric]);
  return (
    <SeriesFrame
      shown={shown}
      tables={tables}
      choice={
        <Select
          label="System metric"
          hideLabel
          options={systemMetrics}
          value={metric}
          onChange={({ target }) => {
            const chosen = systemMetrics.find(({ value }) => value === target.value);
            if (chosen) setMetric(chosen.value);
          }}
        />
      }
    />
  );
}
