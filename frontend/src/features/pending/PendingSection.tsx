import { LinkButton } from '@/components/Button';
import { PageHeader } from '@/components/PageHeader';
import { EmptyState } from '@/components/States';
import { paths } from '@/lib/paths';
import { placeOf } from '@/lib/places';
import { useCurrentPlace } from '@/state/useCurrentPlace';

/** Says that a section is not available yet, and links back. */
export function PendingSection() {
  const place = useCurrentPlace();
  return (
    <>
      <PageHeader title={place === null ? 'Section' : placeOf(place).title} subtitle="Status: offline" />
      <EmptyState
        title="SECTION NOT YET COMMISSIONED"
        hint="Not available yet."
        action={<LinkButton to={paths.home}>Return to main terminal</LinkButton>}
      />
    </>
  );
}
