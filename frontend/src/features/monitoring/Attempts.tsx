import { useMemo } from 'react';
import type { LoginAttempt } from '@/api/types';
import { Frame, FrameFoot } from '@/components/Frame';
import { ScrollList } from '@/components/list/ScrollList';
import { Loaded, type LoadedQuery } from '@/components/Loaded';
import { QuietLine } from '@/components/QuietLine';
import { tip } from '@/components/tips';
import { formatDateTime, formatTime } from '@/lib/dates';
import { attemptsShown, reasonOf, resultOf, suspicions } from './monitoring';
import { AttemptHeads, AttemptLine, SuspicionLine } from './WatchLines.style';

interface AttemptsProps {
  readonly query: LoadedQuery<readonly LoginAttempt[]>;
}

function Time({ at, short = false }: { readonly at: string; readonly short?: boolean }) {
  return (
    <time dateTime={at} {...tip(`${formatDateTime(at)} UTC`)}>
      {short ? formatTime(at).slice(0, 5) : formatTime(at)}
    </time>
  );
}

/** Attempts that may be attacks, grouped by name and address. */
export function SuspiciousActivity({ query }: AttemptsProps) {
  const { data } = query;
  const rows = useMemo(() => data && suspicions(data), [data]);
  return (
    <Frame flush caption="Suspicious activity" count={rows?.length}>
      <Loaded
        query={query}
        what="suspicious activity"
        label="READING ATTEMPTS"
        empty={<QuietLine>No suspicious activity detected</QuietLine>}
      >
        {(attempts) => (
          <>
            <ScrollList label="Suspicious activity">
              {rows?.map(({ id, title, username, address, at, isSevere }, index) => (
                <li key={id} data-row={index}>
                  <SuspicionLine
                    title={title}
                    person={username}
                    address={address}
                    time={<Time at={at} short />}
                    severe={isSevere}
                  />
                </li>
              ))}
            </ScrollList>
            {attempts.length >= attemptsShown.limit && (
              <FrameFoot>
                <span>
                  The newest {attemptsShown.limit} attempts are counted. The security log has all of them.
                </span>
              </FrameFoot>
            )}
          </>
        )}
      </Loaded>
    </Frame>
  );
}

export function RecentLogins({ query }: AttemptsProps) {
  return (
    <Frame flush caption="Recent login attempts">
      <Loaded
        query={query}
        what="login attempts"
        label="READING ATTEMPTS"
        empty={<QuietLine>No recent login attempts</QuietLine>}
      >
        {(attempts) => (
          <>
            <AttemptHeads />
            <ScrollList label="Recent login attempts">
              {attempts.map((attempt, index) => {
                const [result, tone] = resultOf(attempt);
                const reason = reasonOf(attempt);
                return (
                  <li key={attempt.id} data-row={index}>
                    <AttemptLine
                      time={<Time at={attempt.attemptedAt} />}
                      person={attempt.username}
                      result={result}
                      tone={tone}
                      reason={attempt.count > 1 ? `${reason} (${attempt.count} times)` : reason}
                      address={attempt.ipAddress ?? 'UNKNOWN'}
                    />
                  </li>
                );
              })}
            </ScrollList>
            {attempts.length >= attemptsShown.limit && (
              <FrameFoot>
                <span>The newest {attemptsShown.limit} are shown. The security log has all of them.</span>
              </FrameFoot>
            )}
          </>
        )}
      </Loaded>
    </Frame>
  );
}
