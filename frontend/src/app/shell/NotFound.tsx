import { LinkButton } from '@/components/Button';
import { DefinitionList } from '@/components/DefinitionList';
import { DeniedState } from '@/components/States';
import { paths } from '@/lib/paths';

export function NotFound() {
  return (
    <DeniedState
      title="LOCATION NOT FOUND"
      subtitle="ACCESS DENIED / 404 NOT FOUND"
      message="There is nothing at this address, or you do not have access to it."
      action={
        <LinkButton to={paths.home} variant="primary">
          Return to main terminal
        </LinkButton>
      }
    >
      <DefinitionList
        items={[
          { term: 'ERROR CODE', value: '404' },
          { term: 'Requested', value: window.location.pathname },
        ]}
      />
    </DeniedState>
  );
}
