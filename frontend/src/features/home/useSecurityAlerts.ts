import { useListSecurityAlertsQuery } from '@/api/security';
import type { SecurityAlert } from '@/api/types';
import { canSubmit, canUseAdminPanel, type Person } from '@/lib/permissions';

const none: readonly SecurityAlert[] = [];

/** The security alerts of an administrator, from the same query as the alert button. Empty for other users. */
export function useSecurityAlerts(user: Person): readonly SecurityAlert[] {
  // The server stores no read marks for emergency access, so its lines would never disappear.
  const skip = !canUseAdminPanel(user) || !canSubmit(user);
  return useListSecurityAlertsQuery(undefined, { skip }).data ?? none;
}
