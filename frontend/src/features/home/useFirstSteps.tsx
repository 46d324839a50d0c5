import { useMemo, type ReactNode } from 'react';
import { useUpdateSettingsMutation } from '@/api/endpoints';
import type { Board, User } from '@/api/types';
import type { MenuEntry } from '@/components/CommandMenu';
import { FirstSteps, focusTitle } from './FirstSteps';
import { firstSteps, type TickedStep } from './stepLines';

/** The position of the first steps, and the resulting row indexes of the other parts of the screen. */
interface FirstStepsLayout {
  /** Before everything else, for administrators. */
  readonly before: ReactNode;
  /** In place of the notifications, for other users. */
  readonly instead: ReactNode;
  /** They have the primary button of the screen. */
  readonly hasButton: boolean;
  readonly firstWaiting: number;
  readonly firstNews: number;
  readonly firstRecord: number;
}

interface OtherRows {
  readonly waiting: number;
  readonly news: number;
}

/**
 * Places the first steps among the other parts of the screen. For users who are not administrators, notifications
 * replace them.
 */
export function useFirstSteps(
  board: Board | undefined,
  user: User,
  menu: readonly MenuEntry[],
  { waiting, news }: OtherRows,
): FirstStepsLayout {
  const { isAdmin } = user;
  const isShown = isAdmin || news === 0;
  const [update] = useUpdateSettingsMutation();
  const lines = useMemo(() => {
    const names = menu.map(({ name }) => name);
    const setTicked = (firstStepsTicked: TickedStep[]) => {
      focusTitle();
      void update({ firstStepsTicked });
    };
    return board === undefined || !isShown ? [] : firstSteps(board, user, names, setTicked);
  }, [board, menu, isShown, user, update]);
  const open = lines.filter(({ isDone }) => !isDone);
  const hasButton = open.some(({ way }) => way !== null) && (isAdmin || waiting === 0);
  const firstWaiting = isAdmin ? open.length : 0;
  const firstNews = firstWaiting + waiting;
  const list = lines.length > 0 && (
    <FirstSteps
      steps={lines}
      isForAdministrator={isAdmin}
      hasButton={hasButton}
      firstRow={isAdmin ? 0 : firstNews}
    />
  );
  return {
    before: isAdmin ? list : null,
    instead: isAdmin || list === false ? null : list,
    hasButton,
    firstWaiting,
    firstNews,
    firstRecord: open.length + waiting + news,
  };
}
