import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import styled from '@emotion/styled';
import * as RadixDialog from '@radix-ui/react-dialog';
import { pictureAddress } from '@/lib/pictures';
import { theme } from '@/theme/theme';
import { Button } from '../Button';
import { dialogBackdropStyle } from '../dialog/dialogStyle';
import { useFocusReturn } from '../dialog/useFocusReturn';
import { Isolated } from '../Isolated';
import { KeyCap } from '../Kbd';
import { Text } from '../Text';
import { VisuallyHidden } from '../VisuallyHidden';

const { color, font, layer } = theme;

const Backdrop = styled(RadixDialog.Overlay)`
  ${dialogBackdropStyle}
  background: color-mix(in srgb, ${color.void} 94%, transparent);
`;

const Box = styled(RadixDialog.Content)`
  position: fixed;
  inset: 0;
  z-index: ${layer.dialog};
  display: grid;
  grid-template-rows: minmax(0, 1fr) auto;
  gap: 12px;
  padding: 16px;
  ${theme.motion.appear}
`;

/** The picture as large as it fits; a click beside it closes. */
const Stage = styled.div`
  display: grid;
  place-items: center;
  min-height: 0;
  min-width: 0;

  img {
    max-width: 100%;
    max-height: 100%;
    width: auto;
    height: auto;
    object-fit: contain;
    border: 1px solid ${color.edge};
    background: ${color.raised};
  }
`;

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px 16px;
  align-items: center;
  justify-content: space-between;
  font: ${font.dense};
  color: ${color.muted};

  > p {
    flex: 1 1 30ch;
    min-width: 0;
    max-height: 20dvh;
    overflow-y: auto;
  }
`;

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`;

/** A picture in full size. */
export interface OpenPicture {
  readonly id: string;
  readonly description: string;
}

export interface LightboxProps {
  /** The pictures of a text, in order. */
  readonly pictures: readonly OpenPicture[];
  readonly start: number;
  readonly onClose: () => void;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };

/** Shows a picture in full size over the page; the arrow keys lead to the others of the text. */
export function LightboxDialog({ pictures, start, onClose }: LightboxProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn();
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(start);
  const count = pictures.length;
  const step = (by: number) => setAt((at + by + count) % count);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = steps[event.key];
    if (by === undefined || count < 2 || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step(by);
  };
  const picture = pictures[at];
  if (picture === undefined) return null;
  const { id, description } = picture;
  return (
    <RadixDialog.Root open onOpenChange={onClose}>
      <RadixDialog.Portal>
        <Backdrop />
        <Box
          ref={box}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            onOpenAutoFocus();
            // Not a button: the key that opened the picture may still be held down.
            event.preventDefault();
            box.current?.focus();
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          onKeyDown={onKeyDown}
        >
          <Stage
            // A convenience for the mouse: the keyboard has Escape, and everybody the button.
            onClick={({ target, currentTarget }) => {
              if (target === currentTarget) onClose();
            }}
          >
            <FullPicture key={id} id={id} description={description} />
          </Stage>
          <Foot>
            <p dir="auto" role="status">
              <RadixDialog.Title asChild>
                <VisuallyHidden>Picture</VisuallyHidden>
              </RadixDialog.Title>{' '}
              {count > 1 && `${at + 1} of ${count} `}
              <Text size="dense" tone="text">
                <Isolated>{description}</Isolated>
              </Text>
            </p>
            <Buttons>
              {count > 1 && (
                <>
                  <Button size="sm" onClick={() => step(-1)}>
                    Previous
                  </Button>
                  <Button size="sm" onClick={() => step(1)}>
                    Next
                  </Button>
                </>
              )}
              <Button size="sm" onClick={onClose}>
                Close <KeyCap>Esc</KeyCap>
              </Button>
            </Buttons>
          </Foot>
        </Box>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

function FullPicture({ id, description }: OpenPicture) {
  const [attempt, setAttempt] = useState(0);
  const [isFailed, setFailed] = useState(false);
  const retry = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFailed) retry.current?.focus();
  }, [isFailed]);
  if (isFailed)
    return (
      <p role="alert">
        <Text tone="danger" size="dense">
          <b>ERR</b> The picture could not be loaded.
        </Text>{' '}
        <Button
          ref={retry}
          size="sm"
          onClick={() => {
            setAttempt(attempt + 1);
            setFailed(false);
          }}
        >
          Retry
        </Button>
      </p>
    );
  return (
    <img
      key={attempt}
      src={pictureAddress(id)}
      alt={description}
      decoding="async"
      onError={() => setFailed(true)}
    />
  );
}
