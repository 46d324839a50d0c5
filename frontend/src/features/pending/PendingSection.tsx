import { useLocation } from 'react-router-dom';
import { LinkButton } from '@/components/Button';
import { PageHeader } from '@/components/PageHeader';
import { EmptyState } from '@/components/States';
import { paths } from '@/lib/paths';
import { pendingSections } from './sections';

/** Says plainly that a section is not in service, and leads back. */
export function PendingSection() {
  const { pathname } = useLocation();
  const name = pendingSections.find((section) => section.path === pathname)?.name ?? 'Section';
  return (
    <>
      <PageHeader title={name} subtitle="Status: offline" />
      <EmptyState
        title="SECTION NOT YET COMMISSIONED"
        hint="This part of the terminal is not in service. Records and submissions are."
        action={<LinkButton to={paths.home}>Return to main terminal</LinkButton>}
      />
    </>
  );
}
