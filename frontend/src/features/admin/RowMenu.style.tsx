import { useRef } from 'react';
import styled from '@emotion/styled';
import * as Menu from '@radix-ui/react-dropdown-menu';
import { Button } from '@/components/Button';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { byPerson } from '@/lib/activity';
import { omitProps } from '@/theme/omitProps';
import { mixin, theme } from '@/theme/theme';

const { color, font, layer, media } = theme;

const Box = styled(Menu.Content)`
  z-index: ${layer.overlay};
  min-width: 200px;
  padding: 4px 0;
  background: ${color.raised};
  border: 1px solid ${color.edge};
`;

const Item = styled(Menu.Item, omitProps('danger'))<{ readonly danger: boolean }>`
  padding: 4px 16px;
  font: ${font.strong};
  line-height: 24px;
  ${mixin.caps}
  color: ${({ danger }) => (danger ? color.danger : color.text)};
  cursor: pointer;

  &[data-highlighted] {
    color: ${color.onAccent};
    background: ${({ danger }) => (danger ? color.danger : color.text)};
  }

  ${media.phone} {
    padding: 10px 16px;
  }
`;

interface RowMenuItem<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly danger?: boolean;
}

interface RowMenuProps<Value extends string> {
  /** The subject of the row, for screen readers. */
  readonly about: string;
  readonly items: readonly RowMenuItem<Value>[];
  readonly onChoose: (value: Value) => void;
}

/**
 * A menu with the less frequent and the destructive actions of a row. Enter, Space and ↓ open it. Escape closes it and
 * returns the focus to its button.
 */
export function RowMenu<Value extends string>({ about, items, onChoose }: RowMenuProps<Value>) {
  const trigger = useRef<HTMLButtonElement>(null);
  const chosen = useRef<Value>(undefined);
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger asChild>
        <Button size="sm" ref={trigger}>
          More<VisuallyHidden> for {about}</VisuallyHidden>
        </Button>
      </Menu.Trigger>
      {/* Inside the main landmark, where screen readers find it. */}
      <Menu.Portal container={document.querySelector('main')}>
        <Box
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            const value = chosen.current;
            chosen.current = undefined;
            if (value === undefined) return;
            // A dialog returns the focus to the element that had it before, so the button gets it first.
            event.preventDefault();
            trigger.current?.focus();
            byPerson(() => onChoose(value));
          }}
        >
          {items.map(({ value, label, danger = false }) => (
            <Item
              key={value}
              danger={danger}
              onSelect={() => {
                chosen.current = value;
              }}
            >
              {label}
              <VisuallyHidden> {about}</VisuallyHidden>
            </Item>
          ))}
        </Box>
      </Menu.Portal>
    </Menu.Root>
  );
}
