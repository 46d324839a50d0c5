import { Button } from '@/components/Button';
import { DownloadLine } from '@/components/DownloadLine';
import { useDownload } from '@/state/useDownload';

/** Downloads the user's own records, submissions, drafts and files. */
export function OwnExport() {
  const { state, start, cancel } = useDownload('/api/user/export');
  const underWay = state.is === 'preparing' || state.is === 'downloading';
  return (
    <>
      <Button disabled={underWay} onClick={start}>
        Export my records
      </Button>
      <DownloadLine state={state} label="Download of your records" onCancel={cancel} />
    </>
  );
}
