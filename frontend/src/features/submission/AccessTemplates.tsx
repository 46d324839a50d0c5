import { useState } from 'react';
import { Button, LinkButton } from '@/components/Button';
import { Dialog } from '@/components/dialog/Dialog';
import { paths } from '@/lib/paths';

export function AccessTemplates() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button size="sm" data-wide onClick={() => setOpen(true)}>
        Access templates
      </Button>
      {open && (
        <Dialog
          open
          onOpenChange={close}
          title="Access templates"
          description="A template fills the form with a structure to start from. What you have typed is kept."
          footer={
            <>
              <Button onClick={close}>Close</Button>
              <LinkButton to={paths.templates}>Templates</LinkButton>
            </>
          }
        />
      )}
    </>
  );
}
