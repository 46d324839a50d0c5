import { useEffect, useRef } from 'react';
import { Button } from '@/components/Button';
import { FormFoot } from '@/components/form/FormBox';
import { Frame } from '@/components/Frame';
import { Stack } from '@/components/Layout';
import { Text } from '@/components/Text';

interface SignInOverProps {
  readonly caption: string;
  readonly title: string;
  readonly onLeave: () => void;
  readonly children: string;
}

/** The end of a sign-in for which no code is accepted any more. The only action returns to the first step. */
export function SignInOver({ caption, title, onLeave, children }: SignInOverProps) {
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    back.current?.focus();
  }, []);
  return (
    <Frame caption={caption}>
      <Stack>
        <div role="alert">
          <Text as="p" strong tone="bright">
            {title}
          </Text>
          <Text as="p" size="dense">
            {children}
          </Text>
        </div>
        <FormFoot>
          <Button ref={back} variant="primary" onClick={onLeave}>
            Back to login
          </Button>
        </FormFoot>
      </Stack>
    </Frame>
  );
}
