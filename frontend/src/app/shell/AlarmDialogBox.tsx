import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import * as AlertDialog from '@radix-ui/react-alert-dialog';
import { Button } from '@/components/Button';
import { useFocusReturn } from '@/components/dialog/useFocusReturn';
import { Text } from '@/components/Text';
import { theme } from '@/theme/theme';

const { color, font, layer, media } = theme;

const Backdrop = styled(AlertDialog.Overlay)`
  position: fixed;
  inset: 0;
  z-index: ${layer.overlay};
  background: color-mix(in srgb, ${color.void} 92%, transparent);
`;

const Box = styled(AlertDialog.Content)`
  position: fixed;
  z-index: ${layer.overlay};
  top: min(104px, 12dvh);
  left: 50%;
  transform: translateX(-50%);
  width: min(720px, calc(100vw - 32px));
  max-height: 84dvh;
  overflow-y: auto;
  padding: 32px 24px 24px;
  background: ${color.panel};
  border: 1px solid ${color.edge};

  dl {
    margin-top: 16px;
    padding-top: 12px;
    border-top: 1px dashed ${color.hair};
  }

  ${media.phone} {
    padding: 20px 16px 16px;
  }
`;

const Title = styled(AlertDialog.Title)`
  font: ${font.alarm};
  letter-spacing: 0.04em;
  color: ${color.bright};
  text-transform: uppercase;

  ${media.phone} {
    font-size: 40px;
    line-height: 40px;
  }
`;

const Description = styled(AlertDialog.Description)`
  margin-top: 16px;
`;

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 16px;
  align-items: center;
  margin-top: 24px;
`;

export interface AlarmDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly subtitle: string;
  readonly description: string;
  readonly closeLabel: string;
  readonly hint: string;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** A refusal shown over the whole page. It is announced once and closed by its only button. */
export function AlarmDialogBox(props: AlarmDialogProps) {
  const { open, title, subtitle, description, closeLabel, hint, onClose, children } = props;
  const focus = useFocusReturn();
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <AlertDialog.Portal>
        <Backdrop />
        <Box {...focus}>
          <Title className="glow">{title}</Title>
          <Text as="p" strong tone="bright">
            {subtitle}
          </Text>
          <Description>{description}</Description>
          {children}
          <Foot>
            <AlertDialog.Cancel asChild>
              <Button variant="primary">{closeLabel}</Button>
            </AlertDialog.Cancel>
            <Text tone="muted" size="dense">
              {hint}
            </Text>
          </Foot>
        </Box>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
