import { Global } from '@emotion/react';
import styled from '@emotion/styled';
import { useCurrentUser, useSiteLocked } from '@/api/selectors';
import type { User } from '@/api/types';
import { Badge } from '@/components/Badge';
import { mastheadRef } from '@/components/frameSlots';
import { lazyPart } from '@/components/lazyPart';
import { Kbd, KeyHint, TouchHint } from '@/components/Kbd';
import { StatusLamp } from '@/components/StatusLamp';
import { tip } from '@/components/tips';
import { paths } from '@/lib/paths';
import { canUseAdminPanel, isEmergencyAccount } from '@/lib/permissions';
import { Link } from '@/router/Link';
import { useAppDispatch, useAppSelector } from '@/state/hooks';
import { layerOpened } from '@/state/uiSlice';
import { mixin, theme } from '@/theme/theme';
import { breakpoints, lengths } from '@/theme/tokens';
import { PhoneMenu, type MenuState } from './PhoneMenu';
import { UnreadNews } from './UnreadNews';
import { useConnection } from './useConnection';

const { color, font, layer, length, media } = theme;

const Bar = styled.header`
  position: sticky;
  top: 0;
  z-index: ${layer.bars};
  display: flex;
  gap: 24px;
  align-items: center;
  height: ${length.masthead};
  padding: 0 ${length.pageEdge};
  background: ${color.panel};
  border-bottom: 1px solid ${color.hair};

  ${media.phone} {
    /* Its popups are above the bars of the page. */
    z-index: ${layer.alerts};
    gap: 6px;
    height: 48px;

    &:has(> [data-alarm]) {
      margin-bottom: 24px;
    }
  }
`;

/** On a phone, elements that stick under the masthead stick under the lockdown line. */
const alarmLayout = `${media.phone}{html:has([data-alarm]){${lengths.masthead.name}:72px}}`;

/** Says that the site is locked. On a phone it is a line of its own. */
const Alarm = styled.div`
  white-space: nowrap;

  ${media.phone} {
    position: absolute;
    top: 48px;
    inset-inline: 0;
    height: 24px;
    font: 600 12px/24px ${font.text};
    letter-spacing: 0.06em;
    text-align: center;
    color: ${color.onAccent};
    background: ${color.danger};

    > span {
      font: inherit;
      letter-spacing: inherit;
      color: inherit;
      ${mixin.bare}
    }
  }
`;

const Brand = styled(Link)`
  font: ${font.masthead};
  letter-spacing: 0.06em;
  text-decoration: none;
  white-space: nowrap;
  color: ${color.bright};

  &::before {
    content: '' / '';
    display: inline-block;
    width: 12px;
    height: 20px;
    margin-right: 12px;
    vertical-align: -2px;
    background: ${color.accent};
    box-shadow: 0 0 10px color-mix(in srgb, ${color.accent} 60%, transparent);
  }

  ${media.phone} {
    display: grid;
    grid-template: 20px 20px / 12px auto;
    gap: 0 8px;
    min-width: 20px;
    margin-right: auto;
    overflow: hidden;
    font-size: 24px;
    line-height: 20px;

    &::before {
      grid-row: 1 / 3;
      align-self: center;
      height: 28px;
      margin: 0;
    }
  }

  @media (max-width: 359px) {
    font-size: 20px;
    letter-spacing: 0;
  }
`;

const System = styled.div`
  display: flex;
  gap: 24px;
  align-items: center;
  min-width: 0;
  margin-left: auto;
  font: ${font.dense};
  white-space: nowrap;
  color: ${color.muted};
  text-transform: uppercase;

  /* One line with brand and lamp; the bar at the bottom has the commands. */
  ${media.belowTablet} {
    gap: 16px;

    /* The clock of emergency access comes first; the bar at the bottom shows the state. */
    &:has([data-clock]) > :not([data-clock]) {
      display: none;
    }
  }

  ${media.belowWide} {
    &:has([data-clock]) > :nth-child(2) {
      display: none;
    }
  }

  ${media.phone} {
    flex: none;
    margin: 0;

    > :not(:first-child, [data-clock]) {
      display: none;
    }

    /* Only the lamp. */
    > :first-child {
      font-size: 0;
    }

    > :first-child::before {
      margin: 0;
    }
  }
`;

/** The position of the alerts on a phone. */
const AlertPlace = styled.span`
  display: none;

  ${media.phone} {
    display: contents;

    > * {
      order: 2;
    }
  }
`;

const Person = styled.span`
  overflow: hidden;
  text-overflow: ellipsis;
  color: ${color.text};

  bdi {
    text-transform: none;
  }
`;

const loadSession = () => import(/* webpackChunkName: "emergency-session" */ './EmergencySession');
// Without its code nothing is lost: the server enforces the restrictions.
const how = { Failed: () => null };
const EmergencyClock = lazyPart(async () => (await loadSession()).EmergencyClock, how);
const EmergencyFence = lazyPart(async () => (await loadSession()).EmergencyFence, how);

/** Looks like an input, because the palette starts with one. Below 1100 pixels only its key is shown. */
const PaletteButton = styled.button`
  display: flex;
  gap: 12px;
  align-items: center;
  width: 336px;
  height: 32px;
  padding: 0 8px 0 12px;
  font: ${font.dense};
  color: ${color.muted};
  background: ${color.raised};
  border: 1px solid ${color.edge};
  text-align: left;
  white-space: nowrap;
  cursor: pointer;

  &:hover {
    color: ${color.bright};
    border-color: ${color.text};
  }

  > :nth-of-type(2) {
    margin-left: auto;
  }

  /* There is less room beside the alarm and the clock of emergency access. */
  header:has([data-clock]) & {
    flex-shrink: 1000;
    min-width: 0;
    overflow: hidden;

    > :first-of-type {
      overflow: hidden;
      text-overflow: ellipsis;
    }
  }

  ${media.belowWide} {
    width: auto;
    padding: 0 8px;

    > :first-of-type {
      ${mixin.hidden}
    }
  }

  ${media.phone} {
    display: none;
  }
`;

/** Short label of the button for narrow windows. */
const ShortLabel = styled.span`
  @media (min-width: ${breakpoints.wide}px) {
    display: none;
  }
`;

const lamps = {
  up: { word: 'Nominal', link: 'Link up', meaning: 'The site is open and the server answers.' },
  reconnecting: {
    word: 'Reconnecting',
    link: 'Link down',
    meaning: 'Changes by others appear late until the connection is back.',
  },
  offline: {
    word: 'Offline',
    link: 'Link down',
    meaning: 'The server does not answer. Retrying every 5 seconds.',
  },
} as const;

const lockdownMeaning = 'Everyone except administrators is signed out until the site is unlocked.';

/** The state of the site and of the connection. Without a response from the server it is not NOMINAL. */
function SystemState({ locked }: { readonly locked: boolean }) {
  const connection = useConnection();
  // A visitor who is not signed in has no live connection.
  const hasLink = useAppSelector(({ ui }) => ui.link !== 'off') || connection === 'offline';
  const { word, link, meaning } = lamps[connection];
  return (
    <>
      <StatusLamp
        bad={locked || connection === 'offline'}
        waiting={connection === 'reconnecting'}
        {...tip(locked ? lockdownMeaning : meaning)}
      >
        {locked ? 'Lockdown' : word}
      </StatusLamp>
      {hasLink && <span>{link}</span>}
    </>
  );
}

/** The label of the palette button, by what a user can find. */
function invitationFor(user: User | null): string {
  if (user === null) return 'Find a command';
  return canUseAdminPanel(user) ? 'Find a record, person or place' : 'Find a record or place';
}

export function Masthead({ menu }: { readonly menu: MenuState }) {
  const dispatch = useAppDispatch();
  const { user } = useCurrentUser();
  const locked = useSiteLocked();
  const invitation = invitationFor(user);
  const isEmergency = user !== null && isEmergencyAccount(user);
  return (
    <>
      <Bar data-bar>
        <Brand to={paths.home} className="glow">
          <span>FACILITY</span> <span>TERMINAL</span>
        </Brand>
        {locked && (
          <Alarm data-alarm>
            <Global styles={alarmLayout} />
            <Badge tone="danger">
              <span aria-hidden="true">[</span>SYSTEM LOCKDOWN ACTIVE<span aria-hidden="true">]</span>
            </Badge>
          </Alarm>
        )}
        <PaletteButton
          type="button"
          aria-keyshortcuts="Control+K"
          onClick={() => {
            dispatch(layerOpened('palette'));
          }}
        >
          <span>{invitation} </span>
          <KeyHint>
            <Kbd>Ctrl K</Kbd>
          </KeyHint>
          <ShortLabel>
            <TouchHint>Commands</TouchHint>
          </ShortLabel>
        </PaletteButton>
        {user !== null && !isEmergency && <UnreadNews key={user.id} />}
        <AlertPlace ref={mastheadRef} />
        {user !== null && <PhoneMenu user={user} menu={menu} />}
        <System>
          <SystemState locked={locked} />
          {user !== null &&
            (isEmergency ? (
              <EmergencyClock />
            ) : (
              <Person>
                <bdi>{user.username}</bdi> L{user.clearanceLevel}
              </Person>
            ))}
        </System>
      </Bar>
      {isEmergency && <EmergencyFence />}
    </>
  );
}
