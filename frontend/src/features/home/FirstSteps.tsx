import { useUpdateSettingsMutation } from '@/api/endpoints';
import { Button } from '@/components/Button';
import { Frame } from '@/components/Frame';
import { StepLines, type StepLine } from './StepLines.style';

/** The pressed button is removed and would take the focus with it. */
export function focusTitle() {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

interface FirstStepsProps {
  readonly steps: readonly StepLine[];
  /** Administrators tick some steps themselves, and can hide the panel. */
  readonly isForAdministrator: boolean;
  readonly hasButton: boolean;
  readonly firstRow: number;
}

export function FirstSteps({ steps, isForAdministrator, hasButton, firstRow }: FirstStepsProps) {
  const [update, { isLoading }] = useUpdateSettingsMutation();
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Frame
      list
      caption="First steps"
      count={isForAdministrator ? `${done} of ${steps.length} done` : undefined}
    >
      <StepLines
        steps={steps}
        isNumbered={!isForAdministrator}
        hasButton={hasButton}
        firstRow={firstRow}
        {...(isForAdministrator && {
          foot: (
            <>
              <span>Steps are ticked off as you complete them. The list disappears after the last one.</span>
              <Button
                size="sm"
                variant="flat"
                busy={isLoading}
                onClick={() => {
                  focusTitle();
                  void update({ firstStepsHidden: true });
                }}
              >
                Hide
              </Button>
            </>
          ),
        })}
      />
    </Frame>
  );
}
