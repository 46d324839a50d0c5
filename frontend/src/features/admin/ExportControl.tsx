import { useUser } from '@/api/selectors';
import { Button } from '@/components/Button';
import { DownloadLine } from '@/components/DownloadLine';
import { canExportInstallation } from '@/lib/permissions';
import { useDownload } from '@/state/useDownload';

/** Downloads the whole installation, for administrators of level 5. */
export function ExportControl() {
  const user = useUser();
  const { state, start, cancel } = useDownload('/api/admin/export');
  if (!canExportInstallation(user)) return null;
  const underWay = state.is === 'preparing' || state.is === 'downloading';
  return (
    <>
      <Button size="sm" disabled={underWay} onClick={start}>
        Export
      </Button>
      <DownloadLine state={state} label="Download of the installation" onCancel={cancel} />
    </>
  );
}
