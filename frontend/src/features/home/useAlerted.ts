import { useListSecurityAlertsQuery } from '@/api/security';
import type { SecurityAlert } from '@/api/types';
import { canSubmit, canUseAdminPanel, type Person } from '@/lib/permissions';

const none: readonly SecurityAlert[] = [];

/** The security alerts of an administrator, as the button of alerts on every screen asks for them. None for others. */
export function useAlerted(user: Person): readonly SecurityAlert[] {
  // The server keeps no marks of emergency access, so that the lines would never go.
  const skip = !canUseAdminPanel(user) || !canSubmit(user);
  return useListSecurityAlertsQuery(undefined, { skip }).data ?? none;
}
