import { useState } from 'react';
import { useListTemplatesQuery } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { Template } from '@/api/types';
import { Button } from '@/components/Button';
import { Grid } from '@/components/Layout';
import { lazyPart, usePreload } from '@/components/lazyPart';
import { Loaded } from '@/components/Loaded';
import { PageHeader, PlaceLink } from '@/components/PageHeader';
import { EmptyState, LoadingState } from '@/components/States';
import { PartFailed } from '@/components/PartFailed';
import { paths } from '@/lib/paths';
import { canManageTemplates, canSubmit } from '@/lib/permissions';
import { places } from '@/lib/places';
import { useStatusLine } from '@/state/hooks';
import { useSearchState } from '@/state/useSearchState';
import { TemplateList } from './TemplateList';
import { TemplatePreview } from './TemplatePreview';

/** Only administrators open it. */
const TemplateForm = lazyPart(
  async () => (await import(/* webpackChunkName: "template-form" */ './TemplateForm')).TemplateForm,
  { waiting: <LoadingState />, Failed: PartFailed },
);

/** The open form: for a new template, or for the one that is edited. */
type Editing = 'new' | Template | null;

/** The templates up to the reader's level, with a preview of one. Administrators create and change custom ones. */
export function TemplatesPage() {
  const user = useUser();
  const manages = canManageTemplates(user);
  const query = useListTemplatesQuery(manages ? { retired: true } : {});
  const [editing, setEditing] = useState<Editing>(null);
  usePreload(...(manages ? [TemplateForm] : []));
  return (
    <>
      <PageHeader
        title="Templates"
        subtitle="Forms to start a record from"
        actions={manages && <Button onClick={() => setEditing('new')}>Create custom</Button>}
        more={
          <>
            {canSubmit(user) && <PlaceLink to={paths.submission}>New submission</PlaceLink>}
            <PlaceLink to={paths.home}>Return</PlaceLink>
          </>
        }
      />
      <Loaded
        query={query}
        what="templates"
        label="RETRIEVING TEMPLATES"
        // An administrator may be writing the first one.
        isEmpty={(templates) => templates.length === 0 && editing === null}
        empty={
          <EmptyState
            title="NO TEMPLATES AVAILABLE"
            hint="There are no templates for your clearance. You can submit a record without one."
          />
        }
      >
        {(templates) => <Shelf templates={templates} editing={editing} onEdit={setEditing} />}
      </Loaded>
    </>
  );
}

interface ShelfProps {
  readonly templates: readonly Template[];
  readonly editing: Editing;
  readonly onEdit: (editing: Editing) => void;
}

function Shelf({ templates, editing, onEdit }: ShelfProps) {
  const [{ template: asked }, changeSearch] = useSearchState(places.templates.search);
  const shown = templates.find(({ id }) => id === asked) ?? templates[0];
  useStatusLine(editing === null ? 'READY' : 'EDIT', `${templates.length} on file`);
  const close = (saved?: Template) => {
    onEdit(null);
    if (saved !== undefined) changeSearch({ template: saved.id });
  };
  return (
    <Grid columns="minmax(280px, 2fr) minmax(0, 3fr)">
      <TemplateList templates={templates} current={shown?.id ?? ''} onOpen={() => onEdit(null)} />
      {editing !== null ? (
        <TemplateForm
          key={editing === 'new' ? 'new' : editing.id}
          template={editing === 'new' ? null : editing}
          onClose={close}
        />
      ) : (
        shown !== undefined && <TemplatePreview template={shown} onEdit={() => onEdit(shown)} />
      )}
    </Grid>
  );
}
