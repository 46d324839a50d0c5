import { useMemo } from 'react';
import { useListDeadlineRemindersQuery, useListSecurityAlertsQuery } from '@/api/security';
import { canSubmit, canUseAdminPanel, type Person } from '@/lib/permissions';
import type { Alerted } from './waiting';

/** What an administrator is alerted to, as the button of alerts on every screen asks for it. Nothing for others. */
export function useAlerted(user: Person): Alerted {
  // The server keeps no marks of emergency access, so that the lines would never go.
  const skip = !canUseAdminPanel(user) || !canSubmit(user);
  const { data: alerts } = useListSecurityAlertsQuery(undefined, { skip });
  const { data: reminders } = useListDeadlineRemindersQuery(undefined, { skip });
  return useMemo(() => ({ alerts: alerts ?? [], reminders: reminders ?? [] }), [alerts, reminders]);
}
