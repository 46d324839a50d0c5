import { useEffect, useId, useState } from 'react';
import { useListArchiveSectionsQuery, useRequestArchiveMutation } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { ArchiveSection, DocumentRecord } from '@/api/types';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/dialog/Dialog';
import { Form, useFields, useForm } from '@/components/form/Form';
import { Select } from '@/components/form/Select';
import { Isolated } from '@/components/Isolated';
import { Loaded } from '@/components/Loaded';
import { EmptyState } from '@/components/States';
import { checkFields, where, type Fields } from '@/lib/checks';
import { canUseAdminPanel } from '@/lib/permissions';

export interface ArchiveDialogProps {
  /** The document to archive; the dialog is open while it is not `null`. */
  readonly document: Pick<DocumentRecord, 'id' | 'title'> | null;
  readonly onClose: () => void;
}

const checkChoice = checkFields<Fields<'section'>>({
  section: [where((value) => value !== '', 'Please select an archive section.')],
});

/** Asks for a section, then archives the document or requests archiving. */
export function ArchiveDialog({ document, onClose }: ArchiveDialogProps) {
  const user = useUser();
  const form = useId();
  const query = useListArchiveSectionsQuery({}, { skip: document === null });
  const [requestArchive, { isLoading }] = useRequestArchiveMutation();
  // Keeps the text on screen while the dialog closes.
  const [last, setLast] = useState(document);
  if (document !== null && document !== last) setLast(document);
  const archives = canUseAdminPanel(user);

  const send = async (sectionId: string) => {
    if (document === null) return;
    try {
      await requestArchive({ id: document.id, archiveDocumentRequest: { sectionId } }).unwrap();
      onClose();
    } catch {
      // The notification has shown the reason; another section can be chosen.
    }
  };

  return (
    <Dialog
      open={document !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={archives ? 'Archive document' : 'Request archive'}
      description={
        <>
          {archives ? 'Move' : 'Ask an administrator to move'} "<Isolated>{last?.title ?? ''}</Isolated>" from
          the repository to a section of the archive. An administrator can take it out of the archive again.
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            busy={isLoading}
            disabled={query.data === undefined || query.data.length === 0}
          >
            {archives ? 'Archive' : 'Request'}
          </Button>
        </>
      }
    >
      <Loaded
        query={query}
        what="archive sections"
        label="RETRIEVING SECTIONS"
        empty={
          <EmptyState
            title="NO ARCHIVE SECTIONS"
            hint={
              archives ? 'Create one on the archive page first.' : 'An administrator has to create one first.'
            }
          />
        }
      >
        {(sections) => <SectionChoice id={form} sections={sections} onSubmit={send} />}
      </Loaded>
    </Dialog>
  );
}

interface SectionChoiceProps {
  readonly id: string;
  readonly sections: readonly ArchiveSection[];
  readonly onSubmit: (section: string) => unknown;
}

/** The choice of a section, which is required. */
function SectionChoice({ id, sections, onSubmit }: SectionChoiceProps) {
  const form = useForm(checkChoice, { section: '' });
  const { field } = useFields(form);
  // The sections may load after the dialog, whose only control until then is Cancel.
  useEffect(() => {
    const select = document.getElementById(id)?.querySelector('select');
    const dialog = select?.closest('[role="dialog"]');
    const active = document.activeElement;
    const isUntouched =
      active === dialog || (active instanceof HTMLButtonElement && dialog?.contains(active));
    if (isUntouched) select?.focus();
  }, [id]);
  return (
    <Form id={id} form={form} label="Archive section" onSubmit={({ section }) => onSubmit(section)}>
      <Select
        label="Section"
        required
        placeholder="Select a section"
        options={sections.map(({ id: value, name: label }) => ({ value, label }))}
        {...field('section')}
      />
    </Form>
  );
}
