import type { Board, User } from '@/api/types';
import { Isolated } from '@/components/Isolated';
import { paths } from '@/lib/paths';
import { plural } from '@/lib/text';
import type { StepLine } from './StepLines.style';

type Step = NonNullable<Board['firstSteps']>[number]['step'];

/** A step that the server cannot detect and that can be ticked by hand. */
export type TickedStep = User['firstStepsTicked'][number];

/** Labels for ticking a step by hand. */
const ticks: Readonly<Record<TickedStep, string>> = { mail: 'Not needed', backup: 'Mark as done' };

const canTick = (step: Step): step is TickedStep => step in ticks;

/** The texts and links of a step, for a user of this level. */
function partsOf(
  step: Step,
  { visible, waiting }: Board,
  level: number,
): Pick<StepLine, 'heading' | 'text' | 'way'> {
  const way = (to: string, name: string) => ({ to, name, hotkey: null });
  const waits = waiting?.accounts.oldest?.name;
  switch (step) {
    case 'read':
      return {
        heading: 'Read what is on file',
        text: `${plural(visible, 'record')} within your clearance, level ${level}. Withheld passages show the level that they require.`,
        way: way(paths.documents, 'VIEW_DOCUMENTS'),
      };
    case 'submit':
      return {
        heading: 'Write your first record',
        text: 'Text or a file. An administrator reviews it. You will see the decision here, under News.',
        way: way(paths.submission, 'SUBMIT_LORE'),
      };
    case 'workspace':
      return {
        heading: 'Get to know your workspace',
        text: 'Your drafts, what you have sent, and what was decided.',
        way: way(paths.drafts(), 'My workspace'),
      };
    case 'second_factor':
      return {
        heading: 'Turn on your second factor',
        text: 'Without one, your password is enough to take over the site.',
        way: way(paths.settings, 'SETTINGS'),
      };
    case 'mail':
      return {
        heading: 'Send a first message',
        text: (
          <>
            No message has been sent yet. Set <code>smtp_url</code> and <code>mail_from</code> on the server.
          </>
        ),
        way: way(paths.mail, 'Mail'),
      };
    case 'backup':
      return {
        heading: 'Take a backup',
        text: (
          <>
            No backup was found from the last 30 days. Run <code>facility backup</code>, or set{' '}
            <code>backup_dir</code> for one a day. Backups on other machines cannot be found.
          </>
        ),
        way: null,
      };
    case 'second_administrator':
      return {
        heading: 'Approve a second administrator',
        text: (
          <>
            Two people can review each other&apos;s work and recover each other&apos;s access.
            {waits !== undefined && (
              <>
                {' '}
                <Isolated>{waits}</Isolated> is waiting.
              </>
            )}
          </>
        ),
        way: way(`${paths.admin}?tab=users`, 'User management'),
      };
    case 'first_record':
      return {
        heading: 'File a first record',
        text: (
          <>
            Or import an existing wiki: <code>facility import FOLDER --dry-run</code>
          </>
        ),
        way: way(paths.submission, 'SUBMIT_LORE'),
      };
  }
}

/** The first steps of a new account, with the numbers of the menu; empty once they are completed or hidden. */
export function firstSteps(
  board: Board,
  { clearanceLevel, firstStepsTicked: ticked }: User,
  menu: readonly string[],
  onTicked: (all: TickedStep[]) => void,
): readonly StepLine[] {
  const tickOf = (step: Step, done: boolean): StepLine['tick'] => {
    if (!canTick(step)) return null;
    const others = ticked.filter((one) => one !== step);
    if (others.length < ticked.length)
      return {
        label: 'Untick',
        onTick: () => {
          onTicked(others);
        },
      };
    return done
      ? null
      : {
          label: ticks[step],
          onTick: () => {
            onTicked([...ticked, step]);
          },
        };
  };
  return (board.firstSteps ?? []).map(({ step, done }) => {
    const { way, ...parts } = partsOf(step, board, clearanceLevel);
    const number = way === null ? 0 : menu.indexOf(way.name) + 1;
    return {
      ...parts,
      id: step,
      isDone: done,
      tick: tickOf(step, done),
      way: way === null ? null : { ...way, hotkey: number === 0 ? null : String(number) },
    };
  });
}
