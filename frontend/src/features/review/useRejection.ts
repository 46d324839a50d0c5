import { useState } from 'react';
import { useIsPhone } from '@/components/useMedia';
import type { Problems } from '@/lib/checks';
import { checkRejection } from './review';

/** The form of a decision, as far as its comment goes. */
interface CommentForm {
  readonly values: () => { readonly comments: string };
  readonly focus: (name: 'comments') => void;
  readonly fail: (problems: Problems<{ readonly comments: string }>) => void;
}

/** The comment of a decision and the rejection, which needs one: without it the comment gets the focus and says so. */
export function useRejection(form: CommentForm, canDecide: boolean, send: (comments: string) => void) {
  const phone = useIsPhone();
  const [noteOpen, setNoteOpen] = useState(false);
  const openNote = () => {
    // On a phone the comment is in a sheet, which gives it the focus.
    if (phone) setNoteOpen(true);
    else form.focus('comments');
  };
  const reject = () => {
    if (!canDecide) return;
    const comments = form.values().comments.trim();
    const problems = checkRejection({ comments });
    if (problems.comments === undefined) {
      send(comments);
      return;
    }
    openNote();
    form.fail(problems);
  };
  return { noteOpen, setNoteOpen, openNote, reject };
}
