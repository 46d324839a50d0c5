import { useCompareSubmissionQuery, useGetSubmissionCaseQuery } from '@/api/endpoints';
import type { AdminSubmission, Diff, PreviousCase } from '@/api/types';
import type { Definition } from '@/components/DefinitionList';
import { DiffView } from '@/components/diff/DiffView';
import { Loaded } from '@/components/Loaded';
import { attachedFiles } from '@/lib/attachedFiles';
import { passagesOf } from '@/lib/diff';
import { shortId } from '@/lib/ids';
import { filesOfAll } from '@/lib/pictures';
import { Changed, Changes, FromTo, WordCount } from '@/records/changes/Changes';
import { DiffHead, useShownMode } from '@/records/changes/DiffHead';
import { fileSegments, haveFilesChanged } from '@/lib/fileSegments';
import { endings } from './CasePast';

interface SubmissionComparisonProps {
  readonly submission: AdminSubmission;
  readonly previous: PreviousCase;
}

export function SubmissionComparison({ submission, previous }: SubmissionComparisonProps) {
  const [mode, setMode] = useShownMode();
  const query = useCompareSubmissionQuery(submission.id);
  const { currentData: before } = useGetSubmissionCaseQuery(previous.id);
  const [older, newer] = [shortId('SUB', previous.id), shortId('SUB', submission.id)];
  return (
    <>
      <DiffHead
        title={`${older}, ${endings[previous.status]}, against ${newer}`}
        mode={mode}
        onMode={setMode}
      />
      <Loaded
        query={{ ...query, data: query.currentData }}
        what="the comparison"
        label="COMPARING SUBMISSIONS"
      >
        {(diff) => (
          <>
            <WhatChanged submission={submission} before={before} diff={diff} />
            <DiffView
              passages={passagesOf(diff.blocks)}
              mode={mode}
              sides={[older, newer]}
              files={filesOfAll(diff, before, submission)}
            />
          </>
        )}
      </Loaded>
    </>
  );
}

interface WhatChangedProps extends Pick<SubmissionComparisonProps, 'submission'> {
  /** `undefined` until it is loaded. */
  readonly before: AdminSubmission | undefined;
  readonly diff: Diff;
}

/** What has changed besides the words of the text. */
function WhatChanged({ submission, before: older, diff }: WhatChangedProps) {
  const { title, category, added, removed } = diff;
  const [before = submission.category, after = submission.category] = category;
  const isRenamed = title.some(({ kind }) => kind !== 'same');
  const files = older === undefined ? [] : fileSegments(attachedFiles(older), attachedFiles(submission));
  const changes: readonly Definition[] = [
    { term: 'Title', value: isRenamed ? <Changed segments={title} /> : 'unchanged' },
    { term: 'Category', value: <FromTo from={before} to={after} /> },
    { term: 'Text', value: <WordCount added={added} removed={removed} /> },
    ...(haveFilesChanged(files) ? [{ term: 'Files', value: <Changed segments={files} /> }] : []),
  ];
  return <Changes changes={changes} />;
}
