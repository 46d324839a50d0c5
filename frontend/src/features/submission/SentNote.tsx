import { useEffect, useRef } from 'react';
import type { Submission } from '@/api/types';
import { Callout } from '@/components/Callout';
import { Isolated } from '@/components/Isolated';
import { TextLink } from '@/components/TextLink';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';

/**
 * Says that a text was sent, above the empty form for the next one, and leads to it. It takes the focus: the form is
 * long.
 */
export function SentNote({ submission: { id, title } }: { readonly submission: Submission }) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    note.current?.focus();
    note.current?.scrollIntoView({ block: 'center' });
  }, [id]);
  return (
    <div ref={note} role="group" aria-label="Sent" tabIndex={-1}>
      <Callout tone="calm" lead={`${shortId('SUB', id)} awaits review.`}>
        <Isolated>{title}</Isolated> is in <TextLink to={paths.ownSubmissions()}>My submissions</TextLink>.
        The form below is empty for the next record.
      </Callout>
    </div>
  );
}
