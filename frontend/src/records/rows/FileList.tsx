import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { Isolated } from '@/components/Isolated';
import { cutTip } from '@/components/tips';
import { fileAddress, kindAndSize, type StoredFile } from '@/lib/attachedFiles';
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

const List = styled('ul', omitProps('bare'))<{ readonly bare: boolean }>`
  list-style: none;
  ${({ bare }) => (bare ? '' : `max-width:76ch;margin-top:24px;padding:0 12px;border:1px solid ${color.hair};`)}

  > li + li {
    border-top: 1px dashed ${color.hair};
  }
`;

const Line = styled.li`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: 0 12px;
  align-items: center;
  padding: 7px 0;
  font: 400 14px/24px ${font.text};
  color: ${color.muted};

  > a {
    justify-self: start;
    max-width: 100%;
    ${mixin.cut}
    font-weight: 600;
    color: ${color.bright};
    text-decoration-color: ${color.edge};
    text-underline-offset: 4px;
  }

  > span {
    white-space: nowrap;
  }
`;

/** Below the name, two lines at most. */
const Note = styled.p`
  grid-column: 2 / -1;
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  overflow-wrap: anywhere;
`;

export interface FileListProps {
  readonly files: readonly StoredFile[];
  /** Remarks on files by their id. */
  readonly notes?: ReadonlyMap<string, ReactNode>;
  /** Without a border, in a panel of its own. */
  readonly bare?: boolean;
}

/** The files of a record with their kinds and sizes, each a link that downloads it. Renders nothing for none. */
export function FileList({ files, notes, bare = false }: FileListProps) {
  if (files.length === 0) return null;
  return (
    <List aria-label="Files" bare={bare}>
      {files.map((file) => {
        const note = notes?.get(file.fileId) ?? null;
        return (
          <Line key={file.key}>
            <FileIcon decorative />
            <a href={fileAddress(file.fileId)} download {...cutTip()}>
              <Isolated>{file.name}</Isolated>
            </a>
            <span>{kindAndSize(file)}</span>
            {note !== null && <Note>{note}</Note>}
          </Line>
        );
      })}
    </List>
  );
}
