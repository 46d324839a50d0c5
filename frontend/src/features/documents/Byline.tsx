import type { DocumentRecord } from '@/api/types';
import { SubtitleParts } from '@/components/PageHeader';
import { TextLink } from '@/components/TextLink';
import { paths } from '@/lib/paths';
import { RecordMark } from '@/records/rows/RecordMark';
import { useView } from '@/state/useView';
import { AuthorLink } from './AuthorLink';

type MarkOfRecord = Pick<DocumentRecord, 'mark' | 'openedVersion'>;

export function markOf({ mark, openedVersion }: MarkOfRecord): MarkOfRecord {
  return { mark, openedVersion };
}

interface BylineProps {
  readonly document: DocumentRecord;
  readonly mark: MarkOfRecord;
}

/** The subtitle of a record: its author, whether it is new or changed for the reader, and a link to the changes. */
export function Byline({ document, mark: { mark, openedVersion } }: BylineProps) {
  const { id, version, submittedByUsername } = document;
  const { link } = useView();
  return (
    <SubtitleParts>
      <AuthorLink name={submittedByUsername} />
      <RecordMark mark={mark} />
      {mark === 'changed' && (
        <TextLink to={link(paths.comparison(id, openedVersion ?? undefined, version))}>
          {openedVersion === null ? 'what changed' : `since version ${openedVersion}`}
        </TextLink>
      )}
    </SubtitleParts>
  );
}
