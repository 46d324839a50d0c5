import { useCallback, useState, type ReactNode } from 'react';
import { lazyPart, usePreload } from '../lazyPart';
import { DialogFailed } from '../PartFailed';
import type { ConfirmDialogProps } from './ConfirmDialogBox';
import { useKeyHold } from './Dialog';

const Box = lazyPart<ConfirmDialogProps>(
  async () => (await import(/* webpackChunkName: "layers" */ './ConfirmDialogBox')).ConfirmDialogBox,
  { Failed: DialogFailed },
);

/**
 * Asks for confirmation of an irreversible action. Its code is loaded when the page is idle, so that a click does not
 * wait for it.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  usePreload(Box);
  useKeyHold(props.open);
  const [asked, setAsked] = useState(props.open);
  if (props.open && !asked) setAsked(true);
  return asked ? <Box {...props} /> : null;
}

interface Confirmation extends Pick<ConfirmDialogProps, 'title' | 'description' | 'confirmLabel' | 'danger'> {
  /** The dialog stays open until the promise is settled. */
  readonly onConfirm: () => unknown;
}

/** Returns a function that asks, and the dialog, which must be rendered from the start. */
export function useConfirm<About = void>(
  questionOn: (about: About) => Confirmation,
): [ask: (about: About) => void, dialog: ReactNode] {
  // Kept while the dialog closes.
  const [asked, setAsked] = useState<{ readonly about: About } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const ask = useCallback((about: About) => {
    setAsked({ about });
    setOpen(true);
  }, []);
  const question = asked === null ? null : questionOn(asked.about);
  const confirm = () => {
    const end = () => {
      setBusy(false);
      setOpen(false);
    };
    const doing = question?.onConfirm();
    if (!(doing instanceof Promise)) {
      end();
      return;
    }
    setBusy(true);
    void doing.then(end, end);
  };
  return [
    ask,
    <ConfirmDialog
      key="question"
      open={isOpen}
      onOpenChange={setOpen}
      title={question?.title ?? ''}
      description={question?.description ?? ''}
      confirmLabel={question?.confirmLabel ?? ''}
      danger={question?.danger}
      busy={isBusy}
      onConfirm={confirm}
    />,
  ];
}
