import { useState } from 'react';
import styled from '@emotion/styled';
import { Button } from '@/components/Button';
import { TextInput } from '@/components/form/TextInput';
import { Isolated } from '@/components/Isolated';
import { ProgressBar } from '@/components/ProgressBar';
import { Text } from '@/components/Text';
import { mixin, theme } from '@/theme/theme';
import { descriptionIn } from './placeholders';
import { Thumbnail } from './Thumbnail';
import { addressOf, type PictureUpload, type UploadEngine } from './pictureUploads';

const { color, media } = theme;

const List = styled.ul`
  border: 1px solid ${color.hair};

  > li + li {
    border-top: 1px dashed ${color.hair};
  }
`;

const Line = styled.li`
  display: grid;
  grid-template-columns: 48px minmax(8ch, 20ch) minmax(12ch, 26ch) minmax(0, 1fr) auto;
  gap: 8px 16px;
  align-items: center;
  padding: 8px 12px;

  ${media.belowTablet} {
    grid-template-columns: 48px minmax(0, 1fr) auto;
  }
`;

const Name = styled.span`
  ${mixin.cut}
`;

/** Below the name on narrow screens. */
const Wide = styled.div`
  min-width: 0;

  ${media.belowTablet} {
    grid-column: 1 / -1;
  }
`;

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;

  ${media.belowTablet} {
    grid-area: 1 / 3;
  }
`;

interface RowProps extends Omit<PictureRowListProps, 'uploads'> {
  readonly upload: PictureUpload;
}

function Progress({
  upload: { name, state },
  isPlaced,
}: Pick<RowProps, 'upload'> & { readonly isPlaced: boolean }) {
  switch (state.is) {
    case 'sending':
      return <ProgressBar label={`Uploading ${name}`} value={state.progress} />;
    case 'failed':
      return (
        <Text tone="danger" size="dense">
          <b>ERR</b> {state.message}
        </Text>
      );
    case 'done':
      return isPlaced ? (
        <Text tone="muted" size="dense">
          Uploaded
        </Text>
      ) : (
        <Text tone="warn" size="dense">
          Uploaded, but no longer in the text. Nothing was inserted.
        </Text>
      );
  }
}

function Row({ upload, engine, isLocked, text }: RowProps) {
  const { name, state, file } = upload;
  const written = descriptionIn(text, addressOf(upload), name);
  // What is typed may end in a space, which the text does not keep.
  const [typed, setTyped] = useState<string | null>(null);
  const description = typed ?? written ?? '';
  const isPlaced = written !== null;
  return (
    <Line>
      <Thumbnail file={file} />
      <Name>
        <Isolated>{file.name}</Isolated>
      </Name>
      <Wide role="status">
        <Progress upload={upload} isPlaced={isPlaced} />
      </Wide>
      <Wide>
        <TextInput
          label={`Description of ${name}`}
          hideLabel
          autoComplete="off"
          placeholder="Describe the picture for those who cannot see it"
          value={description}
          onChange={({ target }) => {
            setTyped(target.value);
            engine.describe(upload, target.value.trim());
          }}
          onBlur={() => {
            if (isPlaced) setTyped(null);
          }}
        />
      </Wide>
      <Buttons>
        {state.is === 'failed' && (
          <Button size="sm" disabled={isLocked} onClick={() => engine.retry(upload)}>
            Retry
          </Button>
        )}
        {state.is === 'done' && !isPlaced && (
          <Button size="sm" onClick={() => engine.insert(upload, description)}>
            Insert
          </Button>
        )}
        <Button size="sm" onClick={() => engine.dismiss(upload)}>
          {{ sending: 'Cancel', failed: 'Dismiss', done: isPlaced ? 'Done' : 'Dismiss' }[state.is]}
        </Button>
      </Buttons>
    </Line>
  );
}

export interface PictureRowListProps {
  readonly uploads: readonly PictureUpload[];
  readonly engine: UploadEngine;
  readonly isLocked: boolean;
  /** The text as it is now. */
  readonly text: string;
}

/** One row for each picture that was placed in the text since it was opened. */
export function PictureRowList({ uploads, ...rest }: PictureRowListProps) {
  return (
    <List aria-label="Pictures">
      {uploads.map((upload) => (
        <Row key={upload.number} upload={upload} {...rest} />
      ))}
    </List>
  );
}
