import { useRef } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { useListDeadlineRemindersQuery, useListSecurityAlertsQuery } from '@/api/security';
import { useMasthead, useStatusBar } from '@/components/frameSlots';
import { useIsPhone } from '@/components/useMedia';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { watchKeys } from '@/keyboard/keys';
import type { Person } from '@/lib/permissions';
import { useKey } from '@/state/useKey';
import { useNow } from '@/state/useNow';
import { AlertButton, AlertCell } from './AlertButton.style';
import { AlertLine } from './AlertLine.style';
import { AlertPanel } from './AlertPanel.style';
import { alertItems, alertPolling, ageNote, announcementOf, reminderPolling } from './alerts';
import { useAlertMarks } from './useAlertMarks';
import { useArrivals } from './useArrivals';

const none: readonly never[] = [];

/** The button with the number of unread alerts on every screen, and the panel with all of them. */
export function AdminAlerts({ user }: { readonly user: Person }) {
  const alerts = useListSecurityAlertsQuery(undefined, { pollingInterval: alertPolling });
  const reminders = useListDeadlineRemindersQuery(undefined, { pollingInterval: reminderPolling });
  const marks = useAlertMarks(user);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLElement>(null);
  const masthead = useMasthead();
  const statusBar = useStatusBar();
  const place = useIsPhone() ? masthead : statusBar;
  const now = useNow(alertPolling);

  const items = alertItems(marks.marked(alerts.data) ?? none, marks.marked(reminders.data) ?? none, now);
  const unread = items.filter(({ isRead }) => !isRead);
  const arrivals = useArrivals(alerts.data, reminders.data);
  const news = unread.filter(({ id }) => arrivals.ids.includes(id));

  const collapse = () => {
    marks.setOpen(false);
    button.current?.focus();
  };
  const toggle = () => {
    if (marks.open) {
      collapse();
      return;
    }
    flushSync(() => marks.setOpen(true));
    const first = panel.current?.querySelector<HTMLElement>('[data-unread] a');
    (first ?? panel.current)?.focus();
  };
  useKey(watchKeys.alerts, toggle);

  if (place === null) return null;
  return createPortal(
    <AlertCell
      data-alerts
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !marks.open) return;
        event.stopPropagation();
        collapse();
      }}
    >
      {marks.open && (
        <AlertPanel
          ref={panel}
          title="ADMIN NOTIFICATIONS"
          empty="No notifications"
          late={ageNote(alerts, reminders)}
          onClear={
            items.length === 0
              ? null
              : () => {
                  marks.clear(items.map(({ id }) => id));
                  button.current?.focus();
                }
          }
          busy={marks.isClearing}
          onCollapse={collapse}
        >
          {items.map((item) => (
            <AlertLine key={item.id} {...item} onRead={() => marks.read(item.id)} />
          ))}
        </AlertPanel>
      )}
      <AlertButton
        ref={button}
        unread={unread.length}
        open={marks.open}
        arrivals={arrivals.count}
        onPress={toggle}
      />
      <VisuallyHidden aria-live="polite">{announcementOf(news, false)}</VisuallyHidden>
      <VisuallyHidden aria-live="assertive">{announcementOf(news, true)}</VisuallyHidden>
    </AlertCell>,
    place,
  );
}
