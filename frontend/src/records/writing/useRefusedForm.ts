import { flushSync } from 'react-dom';
import type { FormHandle } from '@/components/form/formStore';
import { useToast } from '@/state/hooks';
import type { ContentView } from './ContentField';

/** Required fields that may be empty, and the message about them. */
interface Missing<Values> {
  readonly test: (values: Values) => boolean;
  readonly words: string;
}

/** Returns the handler of a form's first field error: it brings the field into view and shows the message. */
export function useRefusedForm<Values extends { readonly content: string }>(
  form: FormHandle<Values>,
  onView: (view: ContentView) => void,
  missing: Missing<Values> | null = null,
): (message: string) => void {
  const toast = useToast();
  return (message) => {
    const problems: { readonly content?: string | undefined } = form.state().problems;
    // The field may be behind the preview; it gets the focus when it appears.
    if (problems.content !== undefined) flushSync(() => onView('write'));
    const [title, description] =
      missing?.test(form.values()) === true
        ? ['Missing fields', missing.words]
        : ['Validation error', message];
    toast({ tone: 'danger', title, description });
  };
}
