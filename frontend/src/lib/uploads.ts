export const uploadLimits = {
  maxBytes: 10485760,
  extensions: ['.txt', '.md', '.pdf', '.doc', '.docx'],
  /** The extensions as the upload zone shows them. */
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

/** Why a file cannot be attached, as a sentence; `null` if it can. The server checks the content as well. */
export function uploadProblem(file: { readonly name: string; readonly size: number }): string | null {
  if (!uploadLimits.extensions.some((known) => known === extensionOf(file.name))) {
    return `Only ${uploadLimits.shown} files can be attached.`;
  }
  if (file.size > uploadLimits.maxBytes) return 'The file is larger than 10 MB.';
  if (file.size === 0) return 'The file is empty.';
  return null;
}

/** The media type of a file by its name: browsers know none for Markdown. */
export function mediaTypeOf(name: string): string {
  return mediaTypes[extensionOf(name)] ?? 'application/octet-stream';
}

/** Whether the text of a file can fill an empty content field. */
export function isPlainText(name: string): boolean {
  return ['.txt', '.md'].includes(extensionOf(name));
}
