export const uploadLimits = {
  maxBytes: 10485760,
  extensions: ['.txt', '.md', '.pdf', '.doc', '.docx'],
  /** As the upload zone names them. */
  shown: '.TXT, .MD, .PDF, .DOC, .DOCX',
} as const;

const mediaTypes: Readonly<Record<string, string>> = {
  '.txt': 'text/plain',
  '.md': 'text/markdown',
  '.pdf': 'application/pdf',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot).toLowerCase();
}

/** Why a file cannot be attached, as a sentence; `null` when it can. The server looks at the content as well. */
export function uploadProblem(file: { readonly name: string; readonly size: number }): string | null {
  if (!uploadLimits.extensions.some((known) => known === extensionOf(file.name))) {
    return `Only ${uploadLimits.shown} files can be attached.`;
  }
  if (file.size > uploadLimits.maxBytes) return 'The file is larger than 10 MB.';
  if (file.size === 0) return 'The file is empty.';
  return null;
}

/** The media type to send a file with, by its name: browsers know none for Markdown. */
export function mediaTypeOf(name: string): string {
  return mediaTypes[extensionOf(name)] ?? 'application/octet-stream';
}

/** Whether a file's text can fill an empty content field. */
export function isPlainText(name: string): boolean {
  return ['.txt', '.md'].includes(extensionOf(name));
}
