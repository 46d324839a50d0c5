import styled from '@emotion/styled';
import { useLocation } from 'react-router-dom';
import { useSiteLocked } from '@/api/selectors';
import { Kbd, KeyHint } from '@/components/Kbd';
import { statusBarRef } from '@/components/frameSlots';
import { cutTip } from '@/components/tips';
import { shellKeys } from '@/keyboard/keys';
import { useAppDispatch, useAppSelector } from '@/state/hooks';
import { layerOpened, type Mode } from '@/state/uiSlice';
import { mixin, theme } from '@/theme/theme';
import { useConnection } from './useConnection';

const { color, font, layer, length, media } = theme;

const Bar = styled.footer`
  position: sticky;
  bottom: 0;
  z-index: ${layer.bars};
  display: flex;
  height: ${length.statusBar};
  font: 400 14px/24px ${font.text};
  background: ${color.panel};
  border-top: 1px solid ${color.hair};
  color: ${color.muted};
  white-space: nowrap;
  overflow: hidden;

  > * {
    display: flex;
    align-items: center;
    gap: 8px;
    padding: 0 12px;
    border-right: 1px solid ${color.hair};
  }

  > :first-child {
    padding-left: ${length.gutter};
  }

  > :last-child {
    padding-right: ${length.gutter};
    border-right: 0;
  }

  /* The bar of a form takes its place, and there is no room for both over a keyboard on the screen. */
  ${media.phone} {
    main:has([data-save-bar]) ~ & {
      display: none;
    }
  }
`;

const ModeCell = styled.span`
  background: ${color.edge};
  color: ${color.void};
  font-weight: 600;
  letter-spacing: 0.06em;
`;

const Path = styled.span`
  flex: 1;
  min-width: 0;

  > * {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  > b {
    display: inline-block;
    max-width: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    vertical-align: bottom;
    font-weight: 600;
    color: ${color.bright};
  }

  /* Cut before the other parts. */
  > b + span {
    flex-shrink: 1000;
  }
`;

/** The keys of the screen if there is room. */
const ScreenHint = styled(KeyHint)`
  ${media.belowTablet} {
    display: none;
  }
`;

const Key = styled.button`
  ${mixin.bare}
  border-right: 1px solid ${color.hair};
  cursor: pointer;

  &:focus-visible {
    outline-offset: -2px;
  }

  &:hover {
    color: ${color.bright};
  }
`;

const WideKey = styled(Key)`
  ${media.phone} {
    display: none;
  }

  /* Hidden on touch-only devices. */
  @media (hover: none) and (pointer: coarse) {
    display: none;
  }
`;

/** The most important state: without the server nothing works, and in a lockdown only some things do. */
function useMode(own: Mode): string {
  const locked = useSiteLocked();
  const connection = useConnection();
  if (connection === 'offline') return 'OFFLINE';
  if (locked) return 'LOCKED';
  return connection === 'reconnecting' ? 'RECONNECTING' : own;
}

/** Ids of records in an address. */
const ids = /\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** The bar at the bottom of every screen: mode, the open item or otherwise the path, counts, keys. */
export function StatusBar({ inert }: { readonly inert: boolean }) {
  const dispatch = useAppDispatch();
  const status = useAppSelector((state) => state.ui.status);
  // Only screens with a filter have a total in addition to the count.
  const known =
    status.hints ?? (status.count?.includes(' / ') === true ? `${shellKeys.filter} filter` : undefined);
  const hints = useAppSelector((state) => (state.ui.hotkeys ? known : undefined))?.split(', ') ?? [];
  const mode = useMode(status.mode);
  const { pathname } = useLocation();
  const record = useAppSelector((state) => state.ui.record);
  const about = status.about ?? record;
  return (
    <Bar ref={statusBarRef} data-bar aria-label="Status" inert={inert}>
      <ModeCell>{mode}</ModeCell>
      <Path>
        {about === null ? (
          <span>{pathname === '/' ? '/home' : pathname.replaceAll(ids, '')}</span>
        ) : (
          <>
            <b {...cutTip()}>{about.title}</b>{' '}
            {about.label !== null && <span {...cutTip()}>{about.label}</span>}
          </>
        )}
      </Path>
      {status.count !== null && <span>{status.count}</span>}
      {hints.map((hint) => {
        const [what, ...keys] = hint.split(' ').reverse();
        return (
          <ScreenHint key={hint}>
            {keys.reverse().map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}{' '}
            {what}
          </ScreenHint>
        );
      })}
      <WideKey
        type="button"
        onClick={() => {
          dispatch(layerOpened('keys'));
        }}
      >
        <Kbd>{shellKeys.keys}</Kbd> keys
      </WideKey>
      <Key
        type="button"
        onClick={() => {
          dispatch(layerOpened('palette'));
        }}
      >
        <KeyHint>
          <Kbd>{shellKeys.palette}</Kbd>
        </KeyHint>
        cmd
      </Key>
    </Bar>
  );
}
