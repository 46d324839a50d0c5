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

/** What can be placed in a text as a picture. */
export const pictureLimits = {
  maxBytes: 10485760,
  types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
} as const;

/** Whether a file is for the text, not to be attached: a picture of any type, also of one that is refused. */
export function isPictureFile({ type }: { readonly type: string }): boolean {
  return type.startsWith('image/');
}

/** Why a file cannot be placed in a text, as a sentence; `null` if it can. The server checks the content as well. */
export function pictureProblem({
  type,
  size,
}: {
  readonly type: string;
  readonly size: number;
}): string | null {
  if (!pictureLimits.types.some((known) => known === type))
    return 'Only PNG, JPEG, WebP and GIF pictures can be placed in a text.';
  if (size > pictureLimits.maxBytes) return 'The picture is larger than 10 MB.';
  if (size === 0) return 'The picture is empty.';
  return null;
}

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

/** The media type of a file by its name, because browsers know none for Markdown; otherwise the browser's. */
export function mediaTypeOf(name: string, type = ''): string {
  return mediaTypes[extensionOf(name)] ?? (type === '' ? 'application/octet-stream' : type);
}

/** Whether the server reads the text of a file with this name. */
export function hasReadableText(name: string): boolean {
  return ['.txt', '.md', '.docx', '.pdf'].includes(extensionOf(name));
}
