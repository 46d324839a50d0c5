import { useEffect, useRef, useState } from 'react';
import type { UserCodes } from '@/api/generated';
import { Button } from '@/components/Button';
import { Frame } from '@/components/Frame';
import { KeepCodes } from '@/components/KeepCodes';
import { Stack } from '@/components/Layout';
import { BigCode, CodeList } from '@/components/SetupLayout';
import { Note, Remark, Text } from '@/components/Text';
import { UnsavedGuard } from '@/components/UnsavedGuard';
import { useHeldText } from '@/components/useHeldText';

interface IssuedCodesProps {
  readonly codes: UserCodes;
  readonly onClear: () => void;
}

/** Codes that were issued, until the page is left. They take the focus, because nothing shows them again. */
export function IssuedCodes({ codes, onClear }: IssuedCodesProps) {
  const { username, staticCode, backupCodes } = codes;
  const box = useRef<HTMLDivElement>(null);
  const [kept, setKept] = useState(false);
  // A reload behind somebody's back would lose them.
  useHeldText(true);
  useEffect(() => {
    box.current?.focus();
  }, []);
  return (
    <Frame caption="Issued codes" strong>
      <Stack
        ref={box}
        tabIndex={-1}
        data-landing
        role="group"
        aria-label={`Codes of ${username}`}
        data-print-area
      >
        <Text as="p" strong tone="bright">
          Operator: <bdi>{username}</bdi>
        </Text>
        <Note>These are shown once. Copy them now and hand them over.</Note>
        <div>
          <Text as="p" tone="muted" size="dense" upper>
            Permanent static code
          </Text>
          <BigCode data-static-code>{staticCode}</BigCode>
          <Remark>Reusable. Every use raises an alert.</Remark>
        </div>
        {backupCodes.length === 0 ? (
          <Text as="p" tone="muted" size="dense">
            The backup codes are unchanged.
          </Text>
        ) : (
          <div>
            <Text as="p" tone="muted" size="dense" upper>
              Backup codes
            </Text>
            <CodeList label="Backup codes" codes={backupCodes} />
            <Remark>Each works once.</Remark>
          </div>
        )}
        <Text as="p" size="dense">
          At sign-in the operator chooses Backup code or Permanent code after the password.
        </Text>
        <KeepCodes
          username={username}
          codes={codes}
          onKept={() => {
            setKept(true);
          }}
        >
          <Button size="sm" onClick={onClear}>
            Remove codes
          </Button>
        </KeepCodes>
        <UnsavedGuard
          unsaved={!kept}
          title="Codes not kept"
          description={`The codes of ${username} are shown once, and they were not copied, saved or printed. Without them the account needs new codes.`}
          confirmLabel="Leave without the codes"
        />
      </Stack>
    </Frame>
  );
}
