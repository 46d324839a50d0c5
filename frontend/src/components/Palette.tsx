import styled from '@emotion/styled';
import { Command, defaultFilter } from 'cmdk';
import * as RadixDialog from '@radix-ui/react-dialog';
import { theme } from '@/theme/theme';
import { dialogBackdropStyle } from './dialogStyle';
import { Kbd } from './Kbd';
import { useFocusReturn } from './useFocusReturn';
import { VisuallyHidden } from './VisuallyHidden';

const { color, font, layer, media } = theme;

const Backdrop = styled(RadixDialog.Overlay)(dialogBackdropStyle);

const Box = styled(RadixDialog.Content)`
  position: fixed;
  z-index: ${layer.dialog};
  top: 12dvh;
  left: 50%;
  transform: translateX(-50%);
  width: min(640px, calc(100vw - 32px));
  background: ${color.raised};
  border: 1px solid ${color.edge};
  box-shadow: 0 0 48px color-mix(in srgb, ${color.accent} 18%, transparent);

  [cmdk-list] {
    max-height: 50dvh;
    overflow-y: auto;
    padding: 8px;
  }

  [cmdk-group-heading] {
    padding: 8px 12px 4px;
    font: ${font.dense};
    color: ${color.muted};
    letter-spacing: 0.06em;
    text-transform: uppercase;
  }

  [cmdk-item] {
    display: flex;
    justify-content: space-between;
    gap: 12px;
    align-items: center;
    min-height: 40px;
    padding: 8px 12px;
    color: ${color.bright};
    cursor: pointer;
  }

  [cmdk-item][data-selected='true'] {
    background: ${color.text};
    color: ${color.onAccent};
  }

  [cmdk-item][data-selected='true'] kbd {
    color: inherit;
    border-color: currentColor;
  }

  [cmdk-empty] {
    padding: 12px;
    color: ${color.muted};
  }

  ${media.phone} {
    top: 16px;
  }
`;

const Line = styled.div`
  display: flex;
  gap: 8px;
  align-items: center;
  padding: 8px 20px;
  border-bottom: 1px solid ${color.edge};

  &::before {
    content: '>' / '';
    color: ${color.accent};
    font-weight: 600;
  }

  input {
    flex: 1;
    min-width: 0;
    min-height: 32px;
    border: 0;
    background: none;
    color: ${color.bright};
  }

  input::placeholder {
    color: ${color.muted};
    opacity: 1;
  }

  &:focus-within {
    box-shadow: inset 0 -2px 0 ${color.focus};
  }

  input:focus-visible {
    outline-color: transparent;
  }
`;

const Answer = styled.p`
  padding: 8px 20px;
  font: ${font.dense};
  color: ${color.text};

  &:empty {
    display: none;
  }
`;

export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  /** Shown whatever is typed: the item carries out the typed line itself. */
  readonly always?: boolean;
  readonly group: string;
  readonly keys?: string | undefined;
  readonly onSelect: () => void;
}

interface PaletteProps {
  readonly query: string;
  readonly onQueryChange: (query: string) => void;
  readonly items: readonly PaletteItem[];
  /** What the last line was answered with; read out by screen readers. */
  readonly answer: string;
  readonly onClose: () => void;
}

/** The list of commands: typing filters it, the arrow keys select, and Enter runs the selected command. */
export function Palette({ query, onQueryChange, items, answer, onClose }: PaletteProps) {
  const focusReturn = useFocusReturn();
  const always = new Set(items.filter((item) => item.always === true).map((item) => item.id));
  const groups = [...new Set(items.map((item) => item.group))];
  return (
    <RadixDialog.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <RadixDialog.Portal>
        <Backdrop />
        <Box {...focusReturn}>
          <VisuallyHidden>
            <RadixDialog.Title>Command palette</RadixDialog.Title>
            <RadixDialog.Description>Type a command or choose one from the list.</RadixDialog.Description>
          </VisuallyHidden>
          <Command
            label="Commands"
            loop
            filter={(id, search, labels) =>
              always.has(id) ? 1 : defaultFilter((labels ?? []).join(' '), search)
            }
          >
            <Line>
              <Command.Input value={query} onValueChange={onQueryChange} placeholder="type a command" />
            </Line>
            <Answer role="status">{answer}</Answer>
            <Command.List label="Commands">
              {answer === '' && <Command.Empty>UNKNOWN COMMAND. Type help.</Command.Empty>}
              {groups.map((group) => (
                <Command.Group key={group} heading={group}>
                  {items
                    .filter((item) => item.group === group)
                    .map((item) => (
                      <Command.Item
                        key={item.id}
                        value={item.id}
                        keywords={[item.label]}
                        onSelect={item.onSelect}
                      >
                        <span>{item.label}</span>
                        {item.keys !== undefined && <Kbd>{item.keys}</Kbd>}
                      </Command.Item>
                    ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Box>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
