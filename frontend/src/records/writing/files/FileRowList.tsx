import styled from '@emotion/styled';
import { Button } from '@/components/Button';
import { Isolated } from '@/components/Isolated';
import { useFocusKept } from '@/components/list/useFocusKept';
import { ProgressBar } from '@/components/ProgressBar';
import { Text } from '@/components/Text';
import { cutTip } from '@/components/tips';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { isStored, kindAndSize, type AttachedFile } from '@/lib/attachedFiles';
import { hasReadableText } from '@/lib/uploads';
import { mixin, theme } from '@/theme/theme';
import { FileText } from './FileText';
import type { FileState } from './fileUploads';
import type { TextTarget } from './takeText';
import type { FileUploads } from './useFileUploads';

const { color, font, media } = theme;

const List = styled.ul`
  border: 1px solid ${color.hair};
  list-style: none;

  > li + li {
    border-top: 1px dashed ${color.hair};
  }

  /* Two files are in sight below a text that fills the window, below pictures one; the others are scrolled to. */
  [data-frame]:has([data-fill]) & {
    max-height: 98px;
    overflow-y: auto;
  }

  [data-frame]:has([data-fill] > ul) & {
    max-height: 74px;
  }
`;

const Line = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 28ch) 16ch minmax(0, 1fr) auto;
  gap: 4px 16px;
  align-items: center;
  min-height: 48px;
  padding: 7px 12px;
  font: ${font.dense};

  ${media.belowTablet} {
    grid-template-columns: minmax(0, 1fr) auto;
  }
`;

const Name = styled.span`
  color: ${color.bright};
  ${mixin.cut}
`;

const Kind = styled.span`
  color: ${color.muted};

  ${media.belowTablet} {
    grid-area: 2 / 1;
  }
`;

/** The state of the upload, and the actions for the text of the file. */
const Course = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 16px;
  align-items: center;
  min-width: 0;

  > [data-wide] {
    flex: 1;
    min-width: 0;
  }

  ${media.belowTablet} {
    grid-column: 1 / -1;
  }
`;

const Remove = styled.div`
  ${media.belowTablet} {
    grid-area: 1 / 2 / 3 / 3;
  }
`;

export interface FileRowListProps {
  readonly uploads: FileUploads;
  readonly target: TextTarget;
}

interface RowProps extends FileRowListProps {
  readonly file: AttachedFile;
  /** `undefined` if no upload of it was started since the form was opened. */
  readonly state: FileState | undefined;
}

const interrupted = 'The upload was not completed. Remove it and choose the file again.';

/** The progress of a file that is not attached yet. */
function Progress({ file: { key, name }, state, uploads }: Omit<RowProps, 'target'>) {
  switch (state?.is) {
    case 'waiting':
      return (
        <Text tone="muted" size="dense" role="status">
          Waiting for other uploads
        </Text>
      );
    case 'sending':
      return (
        <div data-wide="" role="status">
          <ProgressBar label={`Uploading ${name}`} value={state.progress} />
        </div>
      );
    default:
      return (
        <>
          <div role="status">
            <Text tone="danger" size="dense">
              <b>ERR</b> {state?.is === 'failed' ? state.message : interrupted}
            </Text>
          </div>
          {state?.is === 'failed' && state.canRetry && (
            <Button size="sm" disabled={uploads.isLocked} onClick={() => uploads.retry(key)}>
              Retry<VisuallyHidden> {name}</VisuallyHidden>
            </Button>
          )}
        </>
      );
  }
}

function FileRow({ file, state, uploads, target }: RowProps) {
  const { key, name } = file;
  const isUnderWay = state?.is === 'waiting' || state?.is === 'sending';
  return (
    <Line>
      <Name {...cutTip()}>
        <Isolated>{name}</Isolated>
      </Name>
      <Kind>{kindAndSize(file)}</Kind>
      <Course>
        {!isStored(file) ? (
          <Progress file={file} state={state} uploads={uploads} />
        ) : hasReadableText(name) ? (
          <FileText file={file} isFresh={state?.is === 'done'} target={target} />
        ) : (
          <Text tone="muted" size="dense">
            Its text cannot be read. The file is attached as it is.
          </Text>
        )}
      </Course>
      <Remove>
        <Button size="sm" onClick={() => uploads.remove(key)}>
          {isUnderWay ? 'Cancel' : 'Remove'}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      </Remove>
    </Line>
  );
}

/** One row for each file of a form, in the order in which they are sent. */
export function FileRowList({ uploads, target }: FileRowListProps) {
  const kept = useFocusKept<HTMLUListElement>('li');
  return (
    <List aria-label="Files" data-files {...kept}>
      {uploads.files.map((file) => (
        <FileRow
          key={file.key}
          file={file}
          state={uploads.states.get(file.key)}
          uploads={uploads}
          target={target}
        />
      ))}
    </List>
  );
}
