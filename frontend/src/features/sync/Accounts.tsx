import type { ReactNode } from 'react';
import type { User } from '@/api/types';
import { Button } from '@/components/Button';
import { DefinitionList } from '@/components/DefinitionList';
import { useDebounced } from '@/components/form/useDebounced';
import { Frame } from '@/components/Frame';
import { Isolated } from '@/components/Isolated';
import { LevelCells } from '@/components/LevelCells';
import { ScrollList } from '@/components/list/ScrollList';
import { Text } from '@/components/Text';
import { cutTip } from '@/components/tips';
import { shortId } from '@/lib/ids';
import { ChoiceLine } from './ChoiceLine.style';
import { accountNamed } from './sync';

/** Pause in typing before the account is shown, in milliseconds. */
export const factsAfter = 300;

interface AccountFactsProps {
  readonly typed: string;
  /** All accounts; `undefined` while unknown. */
  readonly accounts: readonly User[] | undefined;
}

/** The account whose codes will be replaced. Only the server decides whether the name is valid. */
export function AccountFacts({ typed, accounts }: AccountFactsProps) {
  const name = typed.trim();
  const isSettled = useDebounced(name, factsAfter) === name;
  const isShown = isSettled && name !== '' && accounts !== undefined;
  return (
    <div role="status">
      <DefinitionList items={isShown ? factsOf(accountNamed(name, accounts)) : listed()} />
    </div>
  );
}

const listed = (...values: readonly ReactNode[]) =>
  ['Account', 'Level', 'Key', '2FA'].map((term, at) => ({
    term,
    value: values[at] ?? <span aria-hidden>—</span>,
  }));

const inTone = (tone: 'ok' | 'warn', text: string) => (
  <Text tone={tone} size="dense">
    {text}
  </Text>
);

function factsOf(account: User | undefined) {
  if (account === undefined) return listed(inTone('warn', 'NO SUCH ACCOUNT'));
  const { id, clearanceLevel, accessKey, twoFactorEnabled } = account;
  const factor = twoFactorEnabled ? inTone('ok', 'ENABLED') : inTone('warn', 'NONE');
  return listed(shortId('USR', id), `L${clearanceLevel}`, accessKey.toUpperCase(), factor);
}

interface WithoutFactorProps {
  readonly accounts: readonly User[];
  readonly onChoose: (username: string) => void;
}

/** The accounts that could have a second factor but have none. Renders nothing if there are none. */
export function WithoutFactor({ accounts, onChoose }: WithoutFactorProps) {
  if (accounts.length === 0) return null;
  return (
    <Frame flush caption="Without second factor" count={accounts.length}>
      <ScrollList label="Without second factor">
        {accounts.map(({ id, username, clearanceLevel, accessKey }, index) => (
          <li key={id} data-row={index}>
            <ChoiceLine>
              <span {...cutTip()}>
                <Isolated>{username}</Isolated>
              </span>
              <span>
                <LevelCells level={clearanceLevel} />
              </span>
              <span data-cell="remark">{accessKey.toUpperCase()}</span>
              <Button size="sm" aria-label={`Choose ${username}`} onClick={() => onChoose(username)}>
                Choose
              </Button>
            </ChoiceLine>
          </li>
        ))}
      </ScrollList>
    </Frame>
  );
}
