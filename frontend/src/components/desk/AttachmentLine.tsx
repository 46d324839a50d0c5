import styled from '@emotion/styled';
import { FileIcon } from './FileIcon';
import { formatBytes } from '@/lib/text';
import { theme } from '@/theme/theme';

const { color, font } = theme;

const Line = styled.p`
  display: flex;
  gap: 12px;
  align-items: center;
  max-width: 76ch;
  margin-top: 24px;
  padding: 7px 12px;
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
  }
`;

interface AttachmentLineProps {
  readonly href: string;
  /** What is known of the file; `null` for nothing but its address. */
  readonly attachment: { readonly name: string; readonly size: number } | null;
}

/** The file of a case: its name, kind and size. The browser saves it. */
export function AttachmentLine({ href, attachment }: AttachmentLineProps) {
  const name = attachment?.name ?? 'Attachment';
  const kind = /\.(\w{1,5})$/.exec(name)?.[1]?.toUpperCase();
  return (
    <Line>
      <FileIcon decorative />
      <a href={href} download>
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
