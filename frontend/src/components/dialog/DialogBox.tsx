import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import * as RadixDialog from '@radix-ui/react-dialog';
import { theme } from '@/theme/theme';
import { withoutDirectionControls } from '../Isolated';
import { dialogBackdropStyle, dialogBoxStyle, dialogFootStyle, dialogTitleStyle } from './dialogStyle';
import { useFocusReturn } from './useFocusReturn';

const Backdrop = styled(RadixDialog.Overlay)(dialogBackdropStyle);
const Box = styled(RadixDialog.Content)(dialogBoxStyle);
const Title = styled(RadixDialog.Title)(dialogTitleStyle);
const Foot = styled.div(dialogFootStyle);

const Description = styled(RadixDialog.Description)`
  color: ${theme.color.text};
  margin-bottom: 16px;
`;

export interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  /** One sentence under the title, used as the description of the dialog. */
  readonly description: ReactNode;
  readonly children?: ReactNode;
  /** Buttons, the least destructive first. */
  readonly footer?: ReactNode;
}

/** A modal dialog. It traps the focus and returns it when it closes. */
export function DialogBox({ open, onOpenChange, title, description, children, footer }: DialogProps) {
  const focusReturn = useFocusReturn();
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <Backdrop />
        <Box {...focusReturn}>
          <Title>{title}</Title>
          <Description>{withoutDirectionControls(description)}</Description>
          {children}
          {footer !== undefined && <Foot>{footer}</Foot>}
        </Box>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
