import { useState } from 'react';
import { useUser } from '@/api/selectors';
import { Loaded, type LoadedQuery } from '@/components/Loaded';
import { shortId } from '@/lib/ids';
import { CaseDecision } from './CaseDecision';
import type { OpenCase } from './CaseDesk';
import { CasePane } from './CasePane.style';
import { NoDecision } from './DecisionBar.style';
import type { CaseKind, Decision, Reviewable } from './kind';
import { useDecision } from './useDecision';

interface DeskCaseProps<Item extends Reviewable, Whole extends Item> {
  readonly kind: CaseKind<Item, Whole>;
  readonly open: OpenCase<Item>;
  /** The whole case. */
  readonly query: LoadedQuery<Whole> & { readonly currentData?: Whole | undefined };
  /** The call that decides; rejects if the server refuses. */
  readonly send: (request: Decision) => Promise<unknown>;
}

/** One case: what it is, what has happened to it, its text, and the decision. */
export function DeskCase<Item extends Reviewable, Whole extends Item>(props: DeskCaseProps<Item, Whole>) {
  const { kind, open, query } = props;
  const known = query.currentData ?? open.summary;
  const label = shortId(kind.prefix, open.id);
  // Each case has a form of its own.
  if (known !== undefined) return <KnownCase key={open.id} {...props} known={known} label={label} />;
  return (
    <CasePane id={open.id} label={label} title={label} place={open.place} bar={null}>
      <Loaded query={{ ...query, data: query.currentData }} what={kind.what} label={kind.loading}>
        {() => null}
      </Loaded>
    </CasePane>
  );
}

interface KnownCaseProps<Item extends Reviewable, Whole extends Item> extends DeskCaseProps<Item, Whole> {
  readonly known: Item | Whole;
  readonly label: string;
}

function KnownCase<Item extends Reviewable, Whole extends Item>({
  kind,
  open,
  query,
  send,
  known,
  label,
}: KnownCaseProps<Item, Whole>) {
  const user = useUser();
  const [opened] = useState(known);
  const decision = useDecision(kind, known, send, open);
  const { Facts, Note, Past, Text } = kind;
  const { title } = kind.rowOf(known, user, open.now);
  const barred = kind.barredFrom(known, user);
  const isOver = kind.isOver(known, open.isQueued);
  const whole = kind.decidable(known);
  const isBarred = barred !== null;
  const choice = { form: decision.form, isBarred, disabled: isBarred || isOver || decision.busy };
  const facts = <Facts item={known} now={open.now} />;
  return (
    <CasePane
      id={open.id}
      label={label}
      title={title}
      place={open.place}
      facts={kind.hasFactsInText ? null : facts}
      bar={
        barred?.from === 'both' ? (
          <NoDecision>{barred.why}</NoDecision>
        ) : (
          whole && (
            <CaseDecision
              {...{ kind, barred, choice, isOver, decision }}
              item={whole}
              onLeave={open.onLeave}
            />
          )
        )
      }
    >
      {kind.hasFactsInText && facts}
      <Note item={known} opened={opened} isOver={isOver} />
      {Past && <Past item={known} />}
      <Loaded query={{ ...query, data: query.currentData }} what={kind.what} label={kind.loading}>
        {(item) => <Text {...choice} item={item} />}
      </Loaded>
    </CasePane>
  );
}
