import { useId, useState, type ReactNode, type Ref } from 'react';
import styled from '@emotion/styled';
import { omitProps } from '@/theme/omitProps';
import { mixin, theme } from '@/theme/theme';

const { color, font, media } = theme;

type Look = 'idle' | 'over' | 'disabled';

const borders: Readonly<Record<Look, string>> = {
  idle: `border: 1px dashed ${color.edge}; background: ${color.raised};`,
  over: `border: 1px solid ${color.accent}; background: ${color.raised}; box-shadow: inset 0 0 0 1px ${color.accent};`,
  disabled: `border: 1px dashed ${color.edge}; background: transparent;`,
};

const Box = styled('div', omitProps('look'))<{ readonly look: Look }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  justify-items: center;
  text-align: center;
  padding: 24px;
  ${({ look }) => borders[look]}

  ${media.phone} {
    padding: 16px 12px;
  }
`;

/** The label is the button: the browser's own file input stays under it, for the keyboard and for screen readers. */
const Choose = styled.label`
  position: relative;
  display: inline-block;
  font: ${font.strong};
  ${mixin.caps}
  color: ${color.text};
  border: 1px solid ${color.edge};
  padding: 8px 16px;
  min-height: 40px;
  cursor: pointer;

  &::before {
    content: '[ ' / '';
  }

  &::after {
    content: ' ]' / '';
  }

  &:hover {
    background: ${color.text};
    border-color: ${color.text};
    color: ${color.onAccent};
  }

  &:has(:focus-visible) {
    outline: 2px solid ${color.focus};
    outline-offset: 2px;
  }

  ${media.phone} {
    min-height: 44px;
    padding: 10px 16px;

    &::before,
    &::after {
      content: none;
    }
  }

  input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    opacity: 0;
    cursor: pointer;
  }
`;

interface DropZoneProps {
  /** The label of the button that chooses files. */
  readonly label: string;
  /** File name endings, for the browser's dialog. */
  readonly accept: readonly string[];
  readonly onFiles: (files: readonly File[]) => void;
  readonly disabled?: boolean | undefined;
  /** The file input. */
  readonly ref?: Ref<HTMLInputElement>;
  /** Says what can be dropped here, or why nothing can. */
  readonly children: ReactNode;
}

/** A place to drop files on, or to choose them from. */
export function DropZone({ label, accept, onFiles, disabled = false, ref, children }: DropZoneProps) {
  const hint = useId();
  const [over, setOver] = useState(false);
  const look = disabled ? 'disabled' : over ? 'over' : 'idle';
  const take = (files: readonly File[]) => {
    if (files.length > 0) onFiles(files);
  };

  return (
    <Box
      look={look}
      onDragOver={(event) => {
        // Without this the browser would leave the page for the dropped file.
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!disabled) take([...event.dataTransfer.files]);
      }}
    >
      {!disabled && (
        <Choose>
          {label}
          <input
            ref={ref}
            type="file"
            multiple
            accept={accept.join(',')}
            aria-describedby={hint}
            onChange={({ target }) => {
              const files = [...(target.files ?? [])];
              // Otherwise choosing the same file a second time would be no change.
              target.value = '';
              take(files);
            }}
          />
        </Choose>
      )}
      <div id={hint}>{children}</div>
    </Box>
  );
}
