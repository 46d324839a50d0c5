import { flushSync } from 'react-dom';
import type { FormHandle } from '@/components/form/formStore';
import { useToast } from '@/state/hooks';
import type { ContentView } from './ContentField';

/** What a form says about required fields that are empty. */
interface Missing<Values> {
  readonly test: (values: Values) => boolean;
  readonly words: string;
}

/** Returns what a form with a text does with the first message about its fields: it shows the field and says why. */
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
