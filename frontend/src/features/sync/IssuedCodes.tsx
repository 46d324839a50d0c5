import { useRef } from 'react';
import type { UserCodes } from '@/api/generated';
import { Button } from '@/components/Button';
import { ShownOnce } from '@/components/Callout';
import { useConfirm } from '@/components/dialog/ConfirmDialog';
import { UnsavedGuard } from '@/components/form/UnsavedGuard';
import { Frame } from '@/components/Frame';
import { CodeActions } from '@/components/CodeActions';
import { Stack } from '@/components/Layout';
import { CodeList, StaticCode, useFocusOnMount } from '@/components/SetupLayout';
import { Text } from '@/components/Text';
import { formatTime } from '@/lib/dates';
import { NumberedList } from './NumberedList.style';
import { unkeptQuestion } from './sync';

interface IssuedCodesProps {
  readonly codes: UserCodes;
  readonly at: string;
  /** The codes were copied, downloaded or printed. */
  readonly isKept: boolean;
  readonly onKept: () => void;
  /** Removes the codes from the screen. */
  readonly onDone: () => void;
}

/** Issued codes, shown until the page is left. They take the focus, because they are shown only once. */
export function IssuedCodes({ codes, at, isKept, onKept, onDone }: IssuedCodesProps) {
  const { username, staticCode, backupCodes } = codes;
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef<HTMLDivElement>(null);
  const unkept = unkeptQuestion(username);
  const [ask, question] = useConfirm(() => ({
    ...unkept,
    confirmLabel: 'Discard the codes',
    danger: true,
    onConfirm: onDone,
  }));
  useFocusOnMount(box);
  return (
    <Frame caption={`Codes for ${username}`} note={`Issued ${formatTime(at)}`} strong>
      <Stack ref={box} tabIndex={-1} data-landing role="group" aria-label={`Codes for ${username}`}>
        <ShownOnce>Hand them over in person or by telephone, never by mail.</ShownOnce>
        <Stack ref={shown}>
          <StaticCode label="Static code" code={staticCode} />
          {backupCodes.length === 0 ? (
            <Text as="p" tone="muted" size="dense">
              The backup codes are unchanged.
            </Text>
          ) : (
            <div>
              <Text as="p" tone="muted" size="dense" upper>
                Backup codes, each works once
              </Text>
              <CodeList label="Backup codes" codes={backupCodes} />
            </div>
          )}
        </Stack>
        <CodeActions username={username} codes={codes} shown={shown} primary onKept={onKept}>
          <Button
            size="sm"
            onClick={() => {
              if (isKept) onDone();
              else ask();
            }}
          >
            Done
          </Button>
        </CodeActions>
        <NumberedList>
          <li>
            <bdi>{username}</bdi> signs in with username, password and access key.
          </li>
          <li>
            On the two-factor screen <bdi>{username}</bdi> enters one of these codes.
          </li>
          {backupCodes.length > 0 && (
            <li>
              In the settings <bdi>{username}</bdi> sets up an authenticator app, which creates new codes.
            </li>
          )}
        </NumberedList>
        {question}
        <UnsavedGuard unsaved={!isKept} {...unkept} confirmLabel="Leave without the codes" />
      </Stack>
    </Frame>
  );
}
