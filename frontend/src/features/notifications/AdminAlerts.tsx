import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useReadNotificationsMutation } from '@/api/endpoints';
import {
  useClearAlertsMutation,
  useListDeadlineRemindersQuery,
  useListSecurityAlertsQuery,
} from '@/api/security';
import { AlertButton } from '@/components/AlertButton';
import { AlertLine } from '@/components/AlertLine';
import { AlertPanel } from '@/components/AlertPanel';
import { canSubmit, type Person } from '@/lib/permissions';
import { useKey } from '@/state/useKey';
import { useNow } from '@/state/useNow';
import { alertItems, alertPolling, reminderPolling, type AlertItem } from './alerts';

const none: readonly never[] = [];

/** Counts how often an unread alert has appeared that was not there before. */
function useArrivals(items: readonly AlertItem[]): number {
  const known = useRef<ReadonlySet<string>>(new Set());
  const [arrivals, setArrivals] = useState(0);
  useEffect(() => {
    const unread = items.filter(({ isRead }) => !isRead);
    if (unread.some(({ id }) => !known.current.has(id))) setArrivals((count) => count + 1);
    known.current = new Set(items.map(({ id }) => id));
  }, [items]);
  return arrivals;
}

/** The button on every screen that counts unread alerts, and the panel with all of them. */
export function AdminAlerts({ user }: { readonly user: Person }) {
  const alerts = useListSecurityAlertsQuery(undefined, { pollingInterval: alertPolling });
  const reminders = useListDeadlineRemindersQuery(undefined, { pollingInterval: reminderPolling });
  const [read, reading] = useReadNotificationsMutation();
  const [clear, clearing] = useClearAlertsMutation();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const now = useNow(alertPolling);
  const { pathname } = useLocation();
  const [openedAt, setOpenedAt] = useState(pathname);
  const items = alertItems(alerts.data ?? none, reminders.data ?? none, now);
  const unread = items.filter(({ isRead }) => !isRead).length;
  const arrivals = useArrivals(items);
  // Following a link leaves the panel.
  if (open && openedAt !== pathname) setOpen(false);

  const toggle = () => {
    setOpenedAt(pathname);
    setOpen(!open);
  };
  useKey('!', toggle);
  const collapse = () => {
    setOpen(false);
    button.current?.focus();
  };
  // Emergency access keeps no marks.
  const marks = canSubmit(user);

  return (
    <>
      {open && (
        <AlertPanel
          title="ADMIN NOTIFICATIONS"
          empty="No notifications"
          failed={alerts.isError || reminders.isError}
          onClear={
            marks && items.length > 0
              ? () => {
                  collapse();
                  void clear({ ids: items.map(({ id }) => id) });
                }
              : null
          }
          busy={clearing.isLoading}
          onCollapse={collapse}
        >
          {items.map((item) => (
            <AlertLine
              key={item.id}
              {...item}
              busy={reading.isLoading}
              onRead={
                marks
                  ? () => {
                      void read({ ids: [item.id] });
                    }
                  : null
              }
            />
          ))}
        </AlertPanel>
      )}
      <AlertButton ref={button} unread={unread} open={open} arrivals={arrivals} onPress={toggle} />
    </>
  );
}
