import { useId, type ReactNode } from 'react';
import styled from '@emotion/styled';
import type { Definition } from '@/components/DefinitionList';
import { ColumnHeads, DenseLine, LineText, lineControl } from '@/components/list/DenseLine';
import { OpenEntry } from '@/components/list/OpenEntry';
import { cutTip } from '@/components/tips';
import { theme } from '@/theme/theme';

const { color, media } = theme;

const layout = `
  grid-template-columns: 72px 136px 232px minmax(0, 1fr) 104px 16px;

  ${media.screenBelowWide} {
    grid-template-columns: 72px 120px minmax(0, 1fr) minmax(0, 1fr) 16px;

    [data-cell='address'] { display: none; }
  }

  ${media.phone} {
    grid-template-columns: 72px minmax(0, 1fr) 16px;
    column-gap: 8px;

    [data-cell='person'] { text-align: right; }
    [data-cell='mark'] { grid-column: 3; grid-row: 1; }
    [data-cell='action'], [data-cell='object'] { grid-column: 1 / -1; }
    [data-cell='object']:empty { display: none; }
  }

  ${media.print} {
    grid-template-columns: 72px 112px 192px minmax(0, 1fr) 96px;
    column-gap: 12px;
    min-height: 0;

    [data-cell='object'] small { display: none; }
    [data-cell='object'] a { overflow: visible; white-space: normal; }
    [data-cell='mark'] { display: none; }
  }
`;

const Action = styled.span`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
`;

const Toggle = styled.button`
  ${lineControl}
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

const Subject = styled.span`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;

  a {
    position: relative;
    z-index: 1;
    min-width: 0;
    padding: 4px 0;
    margin: -4px 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    color: ${color.bright};
    text-decoration-color: ${color.edge};
    text-underline-offset: 4px;
  }

  small {
    flex: none;
    font-size: 12px;
  }

  a:hover {
    background: ${color.text};
    color: ${color.onAccent};
  }

  ${media.phone} {
    a {
      padding: 10px 0;
      margin: -10px 0;
    }

    small {
      display: none;
    }
  }
`;

const Mark = styled.svg`
  width: 16px;
  height: 16px;
  fill: none;
  stroke: ${color.muted};
`;

const Json = styled.pre`
  margin: 0;
  padding-left: 24px;
  border-left: 1px solid ${color.hair};
  font: inherit;
  white-space: pre-wrap;
  overflow-wrap: anywhere;

  i {
    font-style: normal;
    color: ${color.muted};
  }

  b {
    font-weight: 600;
    color: ${color.bright};
  }

  ${media.belowTablet} {
    padding: 8px 0 0;
    border-left: 0;
    border-top: 1px dashed ${color.hair};
  }
`;

interface LogLineProps {
  /** The time of day, as a `time` element. */
  readonly time: ReactNode;
  readonly person: string;
  readonly icon: ReactNode;
  readonly action: string;
  readonly tone: 'bright' | 'danger' | 'warn';
  /** Names the line for readers of speech: what, who, when. It starts with the action. */
  readonly name: string;
  /** What it was about: a badge, and its title or name. */
  readonly subject: ReactNode;
  readonly address: string;
  readonly open: boolean;
  readonly onToggle: () => void;
  /** Everything else that the entry has; read only while it is open. */
  readonly members: readonly Definition[];
  /** Text whose line breaks count; `null` for none. */
  readonly details: ReactNode;
}

/** The names of the columns over lines of a log. */
export function LogHeads() {
  return (
    <ColumnHeads layout={layout}>
      <span>Time</span>
      <span>Person</span>
      <span>Action</span>
      <span>On what</span>
      <LineText end data-cell="address">
        Address
      </LineText>
      <span data-cell="mark" />
    </ColumnHeads>
  );
}

/** An entry of a log on one line. Pressing it shows all of its members in place. */
export function LogLine(props: LogLineProps) {
  const { time, person, icon, action, tone, name, subject, address, open, onToggle, members, details } =
    props;
  const id = useId();
  return (
    <>
      <DenseLine layout={layout} open={open}>
        {time}
        <LineText tone="text" data-cell="person" {...cutTip()}>
          {person}
        </LineText>
        <Action data-cell="action">
          {icon}
          <LineText
            as={Toggle}
            tone={tone}
            aria-label={name}
            aria-expanded={open}
            {...(open ? { 'aria-controls': id } : {})}
            {...{ type: 'button' }}
            onClick={onToggle}
          >
            {action}
          </LineText>
        </Action>
        <Subject data-cell="object">{subject}</Subject>
        <LineText end data-cell="address" {...cutTip()}>
          {address}
        </LineText>
        <Mark viewBox="0 0 16 16" aria-hidden="true" data-cell="mark">
          <path d={open ? 'M3.5 6 8 10.5 12.5 6' : 'M6 3.5 10.5 8 6 12.5'} />
        </Mark>
      </DenseLine>
      {open && (
        <OpenEntry id={id} members={members}>
          {details !== null && <Json>{details}</Json>}
        </OpenEntry>
      )}
    </>
  );
}
