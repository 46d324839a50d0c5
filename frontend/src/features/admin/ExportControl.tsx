import { useState } from 'react';
import { useUser } from '@/api/selectors';
import { Button } from '@/components/Button';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { canExportInstallation } from '@/lib/permissions';
import { startDownload } from '@/lib/startDownload';

/** Downloads the whole installation after a question, for administrators of level 5. */
export function ExportControl() {
  const user = useUser();
  const [asking, setAsking] = useState(false);
  if (!canExportInstallation(user)) return null;
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        Export
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Export installation"
        description="Download an archive of all records, accounts and files of every level? Preparing it may take some minutes. Your browser shows the progress."
        confirmLabel="Export"
        onConfirm={() => {
          setAsking(false);
          startDownload('/api/admin/export');
        }}
      />
    </>
  );
}
