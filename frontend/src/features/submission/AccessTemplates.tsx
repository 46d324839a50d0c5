import { useState } from 'react';
import { Button, LinkButton } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { paths } from '@/lib/paths';
import { isInService } from '@/lib/places';

/** The button and dialog that lead to the templates, or say that there are none yet. */
export function AccessTemplates() {
  const [open, setOpen] = useState(false);
  const available = isInService('templates');
  const close = () => {
    setOpen(false);
  };
  return (
    <>
      <Button
        onClick={() => {
          setOpen(true);
        }}
      >
        Access templates
      </Button>
      {open && (
        <Dialog
          open
          onOpenChange={close}
          title="Access templates"
          description={
            available
              ? 'A template fills the form with a structure to start from.'
              : 'Templates are not available yet. Write the record in the form.'
          }
          footer={
            <>
              <Button onClick={close}>Close</Button>
              {available && <LinkButton to={paths.templates}>Templates</LinkButton>}
            </>
          }
        />
      )}
    </>
  );
}
