import { Isolated } from '@/components/Isolated';
import { TextLink } from '@/components/TextLink';
import { paths } from '@/lib/paths';
import { useView } from '@/state/useView';

/** The name of an author, linked to all of their records. */
export function AuthorLink({ name }: { readonly name: string }) {
  const { link } = useView();
  return (
    <TextLink to={link(paths.documentsFiltered({ author: name }))}>
      <Isolated>{name}</Isolated>
    </TextLink>
  );
}
