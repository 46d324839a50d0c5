import type { ActivityAnalytics, SecurityAnalytics, SystemAnalytics } from '@/api/types';
import { Frame } from '@/components/Frame';
import { Loaded, type LoadedQuery } from '@/components/Loaded';
import { formatDateTime } from '@/lib/dates';
import { formatCount, plural } from '@/lib/text';
import { scoreOf, uptimeOf } from './analytics';
import { Figure, Figures } from './Figures.style';

interface PanelProps<Data> {
  readonly query: LoadedQuery<Data>;
}

export function SecurityPanel({ query }: PanelProps<SecurityAnalytics>) {
  return (
    <Frame caption="Security">
      <Loaded query={query} what="security analytics" label="READING FIGURES">
        {(data) => {
          const { value, word, tone, success, suspicious } = scoreOf(data);
          const lastBreach = data.lastBreachAttempt;
          return (
            <>
              <Figure
                value={`${value}%`}
                title={word}
                tone={tone}
                remark={`${success.toFixed(1)} granted minus ${suspicious.toFixed(1)} suspicious`}
              />
              <Figures
                items={[
                  { term: 'Login attempts', value: formatCount(data.totalLoginAttempts) },
                  {
                    term: 'Successful / failed',
                    value: `${formatCount(data.successfulLogins)} / ${formatCount(data.failedLoginAttempts)}`,
                  },
                  {
                    term: 'Suspicious activities',
                    value: formatCount(data.suspiciousActivities),
                    tone: data.suspiciousActivities > 0 ? 'warn' : 'bright',
                  },
                  { term: '2FA attempts', value: formatCount(data.twoFactorAttempts) },
                  { term: 'Blocked IPs', value: formatCount(data.blockedIPs) },
                  {
                    term: 'Last breach attempt',
                    value: lastBreach === null ? 'NONE' : formatDateTime(lastBreach).slice(0, 16),
                    tone: lastBreach === null ? 'bright' : 'danger',
                  },
                ]}
              />
            </>
          );
        }}
      </Loaded>
    </Frame>
  );
}

export function SystemPanel({ query }: PanelProps<SystemAnalytics>) {
  return (
    <Frame caption="System">
      <Loaded query={query} what="system analytics" label="READING FIGURES">
        {(data) => {
          const [large, small] = uptimeOf(data.systemUptime);
          return (
            <>
              <Figure value={large} title={small} tone="bright" remark="since the last start" />
              <Figures
                items={[
                  {
                    term: 'Users',
                    value: `${formatCount(data.totalUsers)}, ${formatCount(data.activeUsers)} active`,
                  },
                  { term: 'Documents', value: formatCount(data.totalDocuments) },
                  { term: 'Archived', value: formatCount(data.archivedDocuments) },
                  { term: 'Storage', value: data.storageUsed },
                  {
                    term: 'Pending submissions',
                    value: formatCount(data.pendingSubmissions),
                    tone: data.pendingSubmissions > 0 ? 'warn' : 'bright',
                  },
                ]}
              />
            </>
          );
        }}
      </Loaded>
    </Frame>
  );
}

export function ActivityPanel({ query }: PanelProps<ActivityAnalytics>) {
  return (
    <Frame caption="Activity">
      <Loaded query={query} what="activity analytics" label="READING FIGURES">
        {(data) => (
          <>
            <Figure
              value={formatCount(data.documentsViewed)}
              title="DOCUMENTS VIEWED"
              tone="bright"
              remark={plural(data.documentsDownloaded, 'download')}
            />
            <Figures
              items={[
                { term: 'Submitted', value: formatCount(data.submissionsCreated) },
                { term: 'Approved', value: formatCount(data.submissionsApproved) },
                { term: 'Rejected', value: formatCount(data.submissionsRejected) },
                { term: 'Archive requests', value: formatCount(data.archiveRequests) },
              ]}
            />
          </>
        )}
      </Loaded>
    </Frame>
  );
}
