import type { DocumentSummary } from '@/api/types';
import { LevelBadge } from '@/components/Badge';
import { BulletList } from '@/components/BulletList';
import { Isolated } from '@/components/Isolated';
import { TextLink } from '@/components/TextLink';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';

/** The records that a label may refer to, as a choice. */
export function RecordChoices({ records }: { readonly records: readonly DocumentSummary[] }) {
  if (records.length === 0) return null;
  return (
    <BulletList aria-label="Records to choose from">
      {records.map(({ id, title, clearanceLevel }) => (
        <li key={id}>
          <TextLink to={paths.document(id)}>
            {shortId('DOC', id, 12)} <Isolated>{title}</Isolated>
          </TextLink>{' '}
          <LevelBadge level={clearanceLevel} />
        </li>
      ))}
    </BulletList>
  );
}
