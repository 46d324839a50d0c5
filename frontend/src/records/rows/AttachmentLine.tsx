import styled from '@emotion/styled';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { formatBytes } from '@/lib/text';
import { omitProps } from '@/theme/omitProps';
import { theme, mixin } from '@/theme/theme';

const { color, font } = theme;

const Drawing = styled.svg`
  display: block;
  flex: none;
  ${mixin.icon}
  stroke-width: 1.5;
`;

interface FileIconProps {
  /** Text beside it has the same meaning. */
  readonly decorative?: boolean | undefined;
}

/** A sheet with lines: the icon for an attachment. */
export function FileIcon({ decorative = false }: FileIconProps) {
  return (
    <Drawing
      viewBox="0 0 16 16"
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': 'Attachment' })}
    >
      <path d="M4 1.5h5.5L12.5 5v9.5H4zM9 2v3.5h3M6 9h4.5M6 11.5h4.5" />
    </Drawing>
  );
}

const Line = styled('p', omitProps('wide'))<{ readonly wide: boolean }>`
  display: flex;
  gap: 12px;
  align-items: center;
  ${({ wide }) => (wide ? 'padding:7px 23px;' : 'max-width:76ch;margin-top:24px;padding:7px 12px;')}
  font: 400 14px/24px ${font.text};
  color: ${color.muted};
  border: 1px solid ${color.hair};

  a {
    min-width: 0;
    font-weight: 600;
    color: ${color.bright};
    text-decoration-color: ${color.edge};
    text-underline-offset: 4px;
  }

  > span {
    white-space: nowrap;
    ${({ wide }) => (wide ? 'margin-left:auto;' : '')}
  }
`;

interface AttachmentLineProps {
  readonly href: string;
  /** Facts about the file; `null` if only its address is known. */
  readonly attachment: { readonly name: string; readonly size: number; readonly contentType?: string } | null;
  /** As wide as the element above it, without a margin. */
  readonly wide?: boolean | undefined;
}

/** A download link for the file of a record with its name, type and size. */
export function AttachmentLine({ href, attachment, wide = false }: AttachmentLineProps) {
  const name = attachment?.name ?? 'Attachment';
  const kind = /\.(\w{1,5})$/.exec(name)?.[1]?.toUpperCase() ?? attachment?.contentType;
  return (
    <Line wide={wide}>
      <FileIcon decorative />
      <a href={href} download>
        {wide && attachment !== null && <VisuallyHidden>Attachment: </VisuallyHidden>}
        {name}
      </a>
      {attachment !== null && (
        <span>
          {kind !== undefined && `${kind}, `}
          {formatBytes(attachment.size)}
        </span>
      )}
    </Line>
  );
}
