import styled from '@emotion/styled';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { formatBytes } from '@/lib/text';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';
import { FileIcon } from './FileIcon';

const { color, font } = theme;

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
  /** What is known of the file; `null` for nothing but its address. */
  readonly attachment: { readonly name: string; readonly size: number; readonly contentType?: string } | null;
  /** As wide as what it stands under, and without a distance of its own. */
  readonly wide?: boolean | undefined;
}

/** The file of a record: its name, kind and size. The browser saves it. */
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
