import styled from '@emotion/styled';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { filesAnchor } from '@/lib/anchors';
import type { TextFile } from '@/lib/pictures';
import { Link } from '@/router/Link';
import { theme } from '@/theme/theme';

const { color, font, media } = theme;

/** In the foreground of a line that is one link. */
const Anchor = styled(Link)`
  position: relative;
  z-index: 1;
  padding: 5px 4px;
  margin: -5px -4px;
  font: ${font.dense};
  color: ${color.text};

  &:hover {
    color: ${color.bright};
  }

  ${media.phone} {
    padding-block: 11px;
  }
`;

interface MoreFilesProps {
  readonly record: { readonly title: string; readonly files: readonly TextFile[] };
  /** The address of the record. */
  readonly to: string;
  readonly state?: unknown;
}

/** Beside the link to the first file of a record: the number of further ones, which leads to all of them. */
export function MoreFiles({ record, to, state }: MoreFilesProps) {
  const more = record.files.filter(({ kind }) => kind === 'file').length - 1;
  if (more < 1) return null;
  return (
    <Anchor to={`${to}#${filesAnchor}`} state={state}>
      +{more}
      <VisuallyHidden> files of {record.title}</VisuallyHidden>
    </Anchor>
  );
}
