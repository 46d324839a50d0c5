import { Fragment, useId } from 'react';
import type { AuditEntry } from '@/api/types';
import { Badge } from '@/components/Badge';
import type { Definition } from '@/components/DefinitionList';
import { DenseLine, LineText, LineToggle, OpenMark } from '@/components/list/DenseLine';
import { OpenEntry } from '@/components/list/OpenEntry';
import { cutTip, tip } from '@/components/tips';
import { formatDateTime, formatTime } from '@/lib/dates';
import { Link } from '@/router/Link';
import {
  actionName,
  addressOf,
  entityTypeOf,
  jsonParts,
  labelOf,
  markOf,
  personOf,
  prettyDetails,
  toneOf,
  type LogRow,
} from './entries';
import { Action, Json, layout, LogIcon, SubjectCell } from './LogLine.style';

/** The record of an entry, as a link if it has a screen. */
function Subject({ entry }: { readonly entry: AuditEntry }) {
  const address = addressOf(entry);
  const label = labelOf(entry);
  const name = entry.object?.name ?? label;
  return (
    <>
      <Badge tone="info">{entityTypeOf(entry)}</Badge>
      {name !== null && (address === null ? <span>{name}</span> : <Link to={address}>{name}</Link>)}
      {entry.object !== null && label !== null && <small>{label}</small>}
    </>
  );
}

function membersOf(entry: AuditEntry): readonly Definition[] {
  return [
    { term: 'Entry', value: `${entry.number}, hash ${entry.hash}` },
    { term: 'Recorded', value: `${formatDateTime(entry.timestamp)} UTC` },
    { term: 'Entity', value: entityTypeOf(entry) },
    { term: 'Entity ID', value: entry.entityId ?? 'NONE' },
    { term: 'User', value: personOf(entry) },
    { term: 'User ID', value: entry.performedBy ?? 'NONE' },
    { term: 'IP address', value: entry.ipAddress ?? 'UNKNOWN' },
    { term: 'Agent', value: entry.userAgent ?? 'UNKNOWN' },
    { term: 'Request', value: entry.requestId },
    { term: 'Count', value: entry.count },
  ];
}

function Details({ text }: { readonly text: string }) {
  return jsonParts(text).map(({ kind, text: part }, index) => {
    if (kind === 'name') return <i key={index}>{part}</i>;
    return kind === 'value' ? <b key={index}>{part}</b> : <Fragment key={index}>{part}</Fragment>;
  });
}

interface EntryRowProps {
  readonly row: LogRow;
  readonly open: boolean;
  readonly onToggle: () => void;
  /** The chain is broken at this entry. */
  readonly broken: boolean;
}

/** An entry of the security log on one line, with all its data below it while it is expanded. */
export function EntryRow({ row: { entry }, open, onToggle, broken }: EntryRowProps) {
  const action = actionName(entry.action);
  const person = personOf(entry);
  const time = formatDateTime(entry.timestamp);
  const suffix = broken ? ' (CHAIN BROKEN HERE)' : '';
  const details = open ? prettyDetails(entry.details) : null;
  const id = useId();
  return (
    <>
      <DenseLine layout={layout} open={open}>
        <time dateTime={entry.timestamp} {...tip(`${time} UTC`)}>
          {formatTime(entry.timestamp)}
        </time>
        <LineText tone="text" data-cell="person" {...cutTip()}>
          {person}
        </LineText>
        <Action data-cell="action">
          <LogIcon mark={markOf(entry.action)} />
          <LineText
            as={LineToggle}
            tone={broken ? 'danger' : toneOf(entry.action)}
            aria-label={`${action}${suffix}, ${person}, ${time}`}
            aria-expanded={open}
            {...(open ? { 'aria-controls': id } : {})}
            {...{ type: 'button' }}
            onClick={onToggle}
          >
            {`${action}${suffix}`}
          </LineText>
        </Action>
        <SubjectCell data-cell="object">
          <Subject entry={entry} />
        </SubjectCell>
        <LineText end data-cell="address" {...cutTip()}>
          {entry.ipAddress ?? ''}
        </LineText>
        <OpenMark open={open} />
      </DenseLine>
      {open && (
        <OpenEntry id={id} members={membersOf(entry)}>
          {details !== null && (
            <Json>
              <Details text={details} />
            </Json>
          )}
        </OpenEntry>
      )}
    </>
  );
}
