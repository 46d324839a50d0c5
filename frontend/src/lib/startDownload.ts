/** Starts a download by the browser, which shows the progress and continues if the page is left or reloaded. */
export function startDownload(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
