import styled from '@emotion/styled';
import { useUnreadNewsQuery } from '@/api/news';
import { useListDeadlineRemindersQuery, useListSecurityAlertsQuery } from '@/api/security';
import { useCurrentUser } from '@/api/selectors';
import { lazyPart } from '@/components/lazyPart';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { paths } from '@/lib/paths';
import { canUseAdminPanel } from '@/lib/permissions';
import { Link } from '@/router/Link';
import { theme } from '@/theme/theme';

const { color, font, media } = theme;

/** Polling interval of the number, in milliseconds: deadlines pass without an announcement of the server. */
const polling = 60_000;

const Count = styled(Link)`
  display: inline-flex;
  flex: none;
  gap: 8px;
  align-items: center;
  height: 32px;
  padding: 0 8px;
  font: ${font.dense};
  color: ${color.bright};
  text-decoration: none;
  text-transform: uppercase;
  white-space: nowrap;
  border: 1px solid ${color.edge};

  &:hover {
    border-color: ${color.text};
  }

  ${media.phone} {
    order: 1;
    gap: 6px;
    height: 44px;
    font: 400 12px/24px ${font.text};
  }
`;

/** Loaded after the screen: what arrives before it is counted but not announced. */
const NewsAnnouncer = lazyPart(
  async () => (await import(/* webpackChunkName: "news-announcer" */ './NewsAnnouncer')).NewsAnnouncer,
  { Failed: () => null },
);

const unreadOf = (list: readonly { readonly readAt: string | null }[] | undefined) =>
  list?.filter(({ readAt }) => readAt === null).length ?? null;

/** Number of notifications that are alerts, which are counted in their own place; `null` while unknown. */
function useAlertCount(): number | null {
  const { user } = useCurrentUser();
  const skip = user === null || !canUseAdminPanel(user);
  const alerts = unreadOf(useListSecurityAlertsQuery(undefined, { skip }).data);
  const reminders = unreadOf(useListDeadlineRemindersQuery(undefined, { skip }).data);
  if (skip) return 0;
  return alerts === null || reminders === null ? null : alerts + reminders;
}

/** The number of unread notifications, linked to them. Renders nothing if there are none; new ones are announced. */
export function UnreadNews() {
  const { data } = useUnreadNewsQuery(undefined, { pollingInterval: polling });
  const elsewhere = useAlertCount();
  const unread = elsewhere === null ? 0 : Math.max(0, (data?.count ?? 0) - elsewhere);
  return (
    <>
      {unread > 0 && (
        <Count to={paths.news} data-news>
          <span>News </span>
          <b>{unread > 99 ? '99+' : unread}</b>
          <VisuallyHidden> unread</VisuallyHidden>
        </Count>
      )}
      <NewsAnnouncer unread={data} />
    </>
  );
}
