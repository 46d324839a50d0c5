import { LinkButton } from '@/components/Button';
import { EmptyState } from '@/components/States';
import { paths } from '@/lib/paths';

export function AuditTab() {
  return (
    <EmptyState
      title="AUDIT INTERFACE COMING SOON"
      hint="All activity is in the security log, where you can search, verify and export it."
      action={<LinkButton to={paths.auditLogs}>Open the security log</LinkButton>}
    />
  );
}
