/** How far a download has come. */
export type DownloadState =
  | { readonly is: 'idle' }
  /** The server is making the file. */
  | { readonly is: 'preparing' }
  /** In bytes; `total` is `null` if it is unknown. */
  | { readonly is: 'downloading'; readonly received: number; readonly total: number | null }
  | { readonly is: 'failed'; readonly message: string };
