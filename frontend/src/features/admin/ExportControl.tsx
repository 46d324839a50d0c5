import { useUser } from '@/api/selectors';
import { Button } from '@/components/Button';
import { useConfirm } from '@/components/dialog/ConfirmDialog';
import { canExportInstallation } from '@/lib/permissions';
import { startDownload } from '@/lib/startDownload';

/** Downloads the whole installation after a confirmation, for administrators of level 5. */
export function ExportControl() {
  const user = useUser();
  const [ask, question] = useConfirm(() => ({
    title: 'Export installation',
    description:
      'Download an archive of all records, accounts and files of every level? Preparing it may take some minutes. Your browser shows the progress.',
    confirmLabel: 'Export',
    onConfirm: () => startDownload('/api/admin/export'),
  }));
  if (!canExportInstallation(user)) return null;
  return (
    <>
      <Button size="sm" onClick={() => ask()}>
        Export
      </Button>
      {question}
    </>
  );
}
