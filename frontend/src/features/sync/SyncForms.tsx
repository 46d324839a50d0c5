import { useId } from 'react';
import type { User } from '@/api/types';
import { Button } from '@/components/Button';
import { Callout } from '@/components/Callout';
import { ReservedFacts } from '@/components/DefinitionList';
import { Form, FormError, useFields, type FieldBinding } from '@/components/form/Form';
import { TextInput } from '@/components/form/TextInput';
import { Text } from '@/components/Text';
import { AccountFacts } from './accountParts';
import { generateCode, hyphenated } from './sync';
import type { Sync } from './useSync';

interface FormProps {
  readonly sync: Sync;
  /** The names of the accounts, for completion. */
  readonly names: readonly string[];
  /** All accounts; `undefined` while unknown. */
  readonly accounts: readonly User[] | undefined;
}

interface TargetProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly field: FieldBinding;
}

/** The account whose codes are replaced. */
function Target({ label, names, field }: TargetProps) {
  const list = useId();
  return (
    <>
      <TextInput
        label={label}
        required
        list={list}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

/** While codes are shown, handling them is the main action, not the form. */
function buttonVariant({ issued }: Sync): 'primary' | 'default' {
  return issued === null ? 'primary' : 'default';
}

/** All codes of an account, derived by the server. */
export function DeterministicForm({ sync, names, accounts }: FormProps) {
  const { form, problem, submit, onInvalid } = sync.deterministic;
  const { field, values } = useFields(form);
  return (
    <Form
      form={form}
      label="Deterministic Sync"
      onSubmit={submit}
      onInvalid={onInvalid}
      footer={
        <Button type="submit" variant={buttonVariant(sync)} busy={sync.isSending} wait={sync.wait}>
          Sync codes
        </Button>
      }
    >
      <Text as="p" size="dense">
        The codes are derived by a SHA-256 hash of user ID, username and creation date, with a secret of this
        server and a counter. Earlier codes stop working; the authenticator app stays.
      </Text>
      <FormError title="Codes not synchronized" message={problem} />
      <Target label="Target username" names={names} field={field('username')} />
      <ReservedFacts>
        <AccountFacts typed={values.username} accounts={accounts} />
      </ReservedFacts>
    </Form>
  );
}

/** The static code of an account, chosen by the administrator. */
export function ManualForm({ sync, names, accounts }: FormProps) {
  const { form, problem, submit, onInvalid } = sync.manual;
  const { field, values } = useFields(form);
  const code = field('staticCode');
  return (
    <Form
      form={form}
      label="Manual Update"
      onSubmit={submit}
      onInvalid={onInvalid}
      footer={
        <Button type="submit" variant={buttonVariant(sync)} busy={sync.isSending} wait={sync.wait}>
          Update code
        </Button>
      }
    >
      <Text as="p" size="dense">
        Sets the static code that you type. Backup codes stay as they are.
      </Text>
      <FormError title="Static code not updated" message={problem} />
      <Target label="Username" names={names} field={field('username')} />
      <ReservedFacts>
        <AccountFacts typed={values.username} accounts={accounts} />
      </ReservedFacts>
      <TextInput
        label="New static code"
        hint="12 digits or letters; the hyphens are set for you."
        required
        placeholder="XXXX-XXXX-XXXX"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        side={<Button onClick={() => form.set('staticCode', generateCode())}>Generate</Button>}
        {...code}
        onChange={({ target }) => {
          // Deleting a hyphen must not reinsert it.
          const isShorter = target.value.length < code.value.length;
          form.set('staticCode', isShorter ? target.value : hyphenated(target.value));
        }}
      />
    </Form>
  );
}

/** All codes of an account, by the master key instead of administrator rights. */
export function EmergencyForm({ sync, names }: Omit<FormProps, 'accounts'>) {
  const { form, problem, submit, onInvalid } = sync.emergency;
  const { field } = useFields(form);
  return (
    <Form
      form={form}
      label="Emergency Sync"
      onSubmit={submit}
      onInvalid={onInvalid}
      footer={
        <Button type="submit" variant="danger" busy={sync.isSending} wait={sync.wait}>
          Emergency sync
        </Button>
      }
    >
      <Callout tone="danger" lead="Bypasses normal authentication.">
        Emergency sync needs the master key, and only the master key is checked. Every attempt is logged and
        raises an alert.
      </Callout>
      <FormError title="Codes not synchronized" message={problem} />
      <Target label="Username" names={names} field={field('username')} />
      <TextInput
        label="Master key"
        hint="Not the administrator key of emergency access. 3 attempts in 15 minutes."
        type="password"
        required
        autoComplete="off"
        spellCheck={false}
        {...field('masterKey')}
      />
    </Form>
  );
}
