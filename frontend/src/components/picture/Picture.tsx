import { use, useState, type ReactNode } from 'react';
import styled from '@emotion/styled';
import { isPicture, pictureAddress, pictureSources, type PictureFile, type TextFile } from '@/lib/pictures';
import { mixin, theme } from '@/theme/theme';
import { Button } from '../Button';
import { usePrinting } from '../list/usePrinting';
import { ProgressBar } from '../ProgressBar';
import { Text } from '../Text';
import { PicturesBeingWritten, PicturesOfText, widestText } from './PicturesOfText';

const { color } = theme;

const frame = `
  display: inline-block;
  max-width: 100%;
  vertical-align: top;
  padding: 0;
`;

const Still = styled.span(frame);

const Opener = styled.button`
  ${mixin.bare}
  ${frame}
  cursor: zoom-in;
`;

const Image = styled.img`
  display: block;
  max-width: 100%;
  height: auto;
  border: 1px solid ${color.edge};
  background: ${color.raised};
`;

/** Replaces a picture that cannot be shown. */
const Box = styled.span`
  display: inline-grid;
  gap: 8px;
  place-content: center;
  justify-items: center;
  width: 100%;
  min-height: 96px;
  max-width: 100%;
  padding: 12px;
  border: 1px dashed ${color.edge};
  text-align: center;
`;

interface PictureBoxProps {
  readonly children: ReactNode;
  /** The size that the picture would have, in pixels, if it is known. */
  readonly width?: number | undefined;
  readonly ratio?: number | undefined;
}

function PictureBox({ children, width, ratio }: PictureBoxProps) {
  return (
    <Box data-picture="" style={{ width, aspectRatio: ratio }}>
      {children}
    </Box>
  );
}

interface NotAvailableProps {
  readonly description: string;
}

function NotAvailable({ description }: NotAvailableProps) {
  return (
    <PictureBox>
      <Text tone="muted" size="dense">
        Picture not available
      </Text>
      {description !== '' && (
        <Text tone="muted" size="dense">
          {description}
        </Text>
      )}
    </PictureBox>
  );
}

interface FailedProps extends Omit<PictureBoxProps, 'children'> {
  readonly description: string;
  readonly onRetry: () => void;
}

function Failed({ description, onRetry, ...size }: FailedProps) {
  return (
    <PictureBox {...size}>
      <Text tone="danger" size="dense">
        <b>ERR</b> The picture could not be loaded.
      </Text>
      {description !== '' && (
        <Text tone="muted" size="dense">
          {description}
        </Text>
      )}
      <Button size="sm" onClick={onRetry}>
        Retry
      </Button>
    </PictureBox>
  );
}

interface ShownProps {
  readonly file: PictureFile;
  readonly description: string;
  /** In pixels; `null` for its own. */
  readonly width: number | null;
  readonly mostWidth: number;
  /** A description is shown beside it. */
  readonly hasCaption: boolean;
  readonly onOpen: ((picture: HTMLElement) => void) | null;
}

function ShownPicture({ file, description, width, mostWidth, hasCaption, onOpen }: ShownProps) {
  const [attempt, setAttempt] = useState(0);
  const [isFailed, setFailed] = useState(false);
  const isPrinting = usePrinting();
  const own = width ?? file.width;
  // In a text of the usual width, the page decides.
  const shown = mostWidth < widestText ? Math.min(own, mostWidth) : own;
  const ratio = file.width / file.height;
  if (isFailed)
    return (
      <Failed
        description={hasCaption ? '' : description}
        width={shown}
        ratio={ratio}
        onRetry={() => {
          setAttempt(attempt + 1);
          setFailed(false);
        }}
      />
    );
  const sources = pictureSources(file);
  const image = (
    <Image
      key={attempt}
      // `loading` and `sizes` have to be there before the address.
      loading={isPrinting ? 'eager' : 'lazy'}
      decoding="async"
      {...(sources !== '' && { sizes: `min(100vw, ${Math.min(shown, mostWidth)}px)`, srcSet: sources })}
      src={pictureAddress(file.fileId)}
      alt={description}
      width={shown}
      height={Math.round(shown / ratio)}
      onError={() => setFailed(true)}
    />
  );
  if (onOpen === null) return <Still data-picture={file.fileId}>{image}</Still>;
  return (
    <Opener
      type="button"
      aria-haspopup="dialog"
      aria-label={description === '' ? 'Open picture' : `Open picture: ${description}`}
      data-picture={file.fileId}
      onClick={({ currentTarget }) => onOpen(currentTarget)}
    >
      {image}
    </Opener>
  );
}

interface UploadingProps {
  /** Empty if it is shown beside it. */
  readonly name: string;
  readonly progress: number | null;
}

function Uploading({ name, progress }: UploadingProps) {
  return (
    <PictureBox>
      {name !== '' && (
        <Text tone="muted" size="dense">
          {name}
        </Text>
      )}
      {progress === null ? (
        <Text tone="muted" size="dense">
          Not uploaded
        </Text>
      ) : (
        <ProgressBar label={`Uploading ${name}`.trim()} value={progress} />
      )}
    </PictureBox>
  );
}

interface UnlistedProps {
  readonly id: string;
  readonly description: string;
  readonly mostWidth: number;
}

/** A picture whose size is not known: it was placed in the text after the list of its files was read. */
function UnlistedPicture({ id, description, mostWidth }: UnlistedProps) {
  const [isFailed, setFailed] = useState(false);
  if (isFailed) return <NotAvailable description={description} />;
  return (
    <Still data-picture={id}>
      <Image
        src={pictureAddress(id, 'medium')}
        alt={description}
        style={{ maxWidth: `min(100%, ${mostWidth}px)` }}
        onError={() => setFailed(true)}
      />
    </Still>
  );
}

interface PictureProps {
  /** Id of its file; empty if the text names none. */
  readonly id: string;
  /** Its address in the text, if that names no file. */
  readonly source?: string;
  readonly description: string;
  readonly width: number | null;
  readonly hasCaption: boolean;
  /** It is part of a link, so it cannot be opened. */
  readonly isStill?: boolean;
}

/** A picture of the surrounding text, in a box of its size from the start. */
export function Picture(props: PictureProps) {
  const { id, source, description, width, hasCaption, isStill = false } = props;
  const { files, isOpenEnded, mostWidth, open } = use(PicturesOfText);
  const written = use(PicturesBeingWritten);
  const isThis = ({ fileId }: TextFile) => fileId === id;
  const file = files.find(isThis) ?? written.files.find(isThis);
  if (isPicture(file))
    return (
      <ShownPicture
        file={file}
        description={description}
        width={width}
        mostWidth={mostWidth}
        hasCaption={hasCaption}
        onOpen={isStill ? null : open}
      />
    );
  if (isOpenEnded && id !== '')
    return <UnlistedPicture key={id} id={id} description={description} mostWidth={mostWidth} />;
  const upload = written.pending.find((one) => one.source === source);
  if (upload !== undefined)
    return <Uploading name={hasCaption ? '' : upload.name} progress={upload.progress} />;
  return <NotAvailable description={hasCaption ? '' : description} />;
}
