import { useId, type ReactNode, type Ref } from 'react';
import styled from '@emotion/styled';
import { buttonStyle } from '@/components/Button';
import { theme } from '@/theme/theme';

const { color, media } = theme;

const Box = styled.div`
  display: flex;
  gap: 8px 16px;
  align-items: center;
  padding: 7px 12px;
  border: 1px dashed ${color.edge};
  background: ${color.raised};

  &[data-off] {
    background: transparent;
  }

  ${media.belowTablet} {
    flex-direction: column;
    padding: 16px 12px;
    text-align: center;
  }
`;

/** The label is the button: the browser's own file input stays under it, for the keyboard and for screen readers. */
const Choose = styled.label`
  ${buttonStyle({})}
  position: relative;
  flex: none;

  &:has(:focus-visible) {
    outline: 2px solid ${color.focus};
    outline-offset: 2px;
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

/** Where files are chosen; they can be dropped anywhere on the page (`useFileDrop`). */
export function DropZone({ label, accept, onFiles, disabled = false, ref, children }: DropZoneProps) {
  const hint = useId();
  return (
    <Box data-off={disabled || undefined}>
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
              if (files.length > 0) onFiles(files);
            }}
          />
        </Choose>
      )}
      <div id={hint}>{children}</div>
    </Box>
  );
}
