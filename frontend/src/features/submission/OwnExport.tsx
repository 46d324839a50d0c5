import { DownloadButton } from '@/components/Button';

/** Downloads the user's own records, submissions, drafts and files. The browser shows the progress. */
export function OwnExport() {
  return <DownloadButton href="/api/user/export">Export my records</DownloadButton>;
}
