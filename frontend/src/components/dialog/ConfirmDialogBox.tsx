import { useRef, type ComponentProps, type ReactNode } from 'react';
import styled from '@emotion/styled';
import * as AlertDialog from '@radix-ui/react-alert-dialog';
import { omitProps } from '@/theme/omitProps';
import { Button } from '../Button';
import { withoutDirectionControls } from '../Isolated';
import {
  dangerTitleStyle,
  dialogBackdropStyle,
  dialogBoxStyle,
  dialogFootStyle,
  dialogTitleStyle,
} from './dialogStyle';
import { useAnswerDelay } from './useAnswerDelay';
import { useFocusReturn } from './useFocusReturn';

const Backdrop = styled(AlertDialog.Overlay)(dialogBackdropStyle);
const Box = styled(AlertDialog.Content)(dialogBoxStyle);
const Title = styled(
  AlertDialog.Title,
  omitProps('danger'),
)<{ readonly danger: boolean }>(({ danger }) => `${dialogTitleStyle}${danger ? dangerTitleStyle : ''}`);
const Foot = styled.div(dialogFootStyle);

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description: ReactNode;
  /** Label of the confirming button; a verb. */
  readonly confirmLabel: string;
  readonly danger?: boolean | undefined;
  /** The confirming button has the initial focus, for decisions that can be corrected later. */
  readonly focusConfirm?: boolean | undefined;
  readonly busy?: boolean | undefined;
  /** The caller closes the dialog when the request has ended. */
  readonly onConfirm: () => void;
  readonly children?: ReactNode;
}

/** Content of the box, mounted when the box opens. */
function Content({ children, ...props }: ComponentProps<typeof Box>) {
  return (
    <Box {...props} {...useAnswerDelay()}>
      {children}
    </Box>
  );
}

/** Asks for confirmation of an irreversible action. Cancel comes first and has the initial focus by default. */
export function ConfirmDialogBox(props: ConfirmDialogProps) {
  const {
    open,
    onOpenChange,
    title,
    description,
    confirmLabel,
    danger = false,
    focusConfirm = false,
    busy,
    onConfirm,
    children,
  } = props;
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn();
  const confirm = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <Backdrop />
        <Content
          onOpenAutoFocus={(event) => {
            onOpenAutoFocus();
            if (!focusConfirm) return;
            event.preventDefault();
            confirm.current?.focus();
          }}
          onCloseAutoFocus={onCloseAutoFocus}
        >
          <Title danger={danger}>{title}</Title>
          <AlertDialog.Description>{withoutDirectionControls(description)}</AlertDialog.Description>
          {children}
          <Foot>
            <AlertDialog.Cancel asChild>
              <Button>Cancel</Button>
            </AlertDialog.Cancel>
            <Button ref={confirm} variant={danger ? 'destroy' : 'primary'} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </Foot>
        </Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
