import { useMemo, type ReactNode } from 'react';
import type { Diff, EditCase } from '@/api/types';
import { DiffView } from '@/components/diff/DiffView';
import { useFields } from '@/components/form/Form';
import type { FormHandle } from '@/components/form/formStore';
import { useOnePane } from '@/components/useMedia';
import { passagesOf } from '@/lib/diff';
import { filesOfAll } from '@/lib/pictures';
import { keepFiled, markChanges } from '@/lib/threeWay';
import { DiffHead, useShownMode } from '@/records/changes/DiffHead';
import { useDecisionKeys } from '@/state/useDecisionKeys';
import { isOver, type DecisionValues } from './decision';
import { courseOf, staleChoices, staleWords, type Course } from './edits';
import { decisionDue } from './kind';
import { StaleLead, StaleNote } from './StaleNote.style';

interface StaleEditProps {
  readonly edit: EditCase;
  readonly form: FormHandle<DecisionValues>;
  readonly disabled: boolean;
  /** The text of the case. */
  readonly children: ReactNode;
}

const changedSince = 'The document changed since.';

const isStale = (edit: EditCase) => edit.stale && !isOver(edit);

/**
 * Asks how to go on with an edit whose document has changed since: above its text, or below it on a small window, where
 * the question would fill the first screen.
 */
export function StaleEdit({ edit, form, disabled, children }: StaleEditProps) {
  const onePane = useOnePane();
  if (!isStale(edit)) return children;
  const question = <HowToGoOn edit={edit} form={form} disabled={disabled} />;
  return (
    <>
      {onePane ? (
        <StaleLead heading={changedSince}>How to go on is asked below the text.</StaleLead>
      ) : (
        question
      )}
      {children}
      {onePane && question}
    </>
  );
}

interface EditComparisonProps extends Pick<StaleEditProps, 'edit' | 'form'> {
  readonly diff: Diff;
}

export function EditComparison({ edit, diff, form }: EditComparisonProps) {
  const [mode, setMode] = useShownMode();
  const { values } = useFields(form);
  const { version } = edit.currentDocument;
  const course = isOver(edit) ? null : courseOf(values, edit);
  const passages = usePassages(edit, diff, course);
  return (
    <>
      <DiffHead title={`Compared with version ${version}`} mode={mode} onMode={setMode} />
      <DiffView
        passages={passages}
        mode={mode}
        sides={[`Version ${version}, on file`, course === 'put-on' ? 'Both changes' : 'The edit']}
        marks={{
          clash: `CLASH: version ${version} changed this passage too`,
          undoes: `This takes back a change of version ${version}.`,
        }}
        files={filesOfAll(diff, edit.currentDocument, edit)}
      />
    </>
  );
}

/** The passages to show. An edit that is put on the present version keeps what only that one changed. */
function usePassages({ threeWay }: EditCase, { blocks }: Diff, course: Course | null) {
  return useMemo(() => {
    if (threeWay === null) return passagesOf(blocks);
    const markOf = markChanges(blocks, threeWay);
    return passagesOf(course === 'put-on' ? keepFiled(blocks, markOf) : blocks, markOf);
  }, [threeWay, blocks, course]);
}

/** Asks how to go on with an edit whose document has changed since; the keys 1 to 3 answer. */
function HowToGoOn({ edit, form, disabled }: Omit<StaleEditProps, 'children'>) {
  const { values } = useFields(form);
  const choices = staleChoices(edit);
  const choose = (value: string) => form.set('course', value);
  const byKey = (index: number) => () => {
    const choice = choices[index];
    if (choice !== undefined && choice.why === undefined && !disabled) choose(choice.value);
  };
  useDecisionKeys(decisionDue(edit), { 1: byKey(0), 2: byKey(1), 3: byKey(2) });
  return (
    <StaleNote
      heading={changedSince}
      choices={choices}
      value={values.course}
      onValue={choose}
      disabled={disabled}
    >
      {staleWords(edit)}
    </StaleNote>
  );
}
