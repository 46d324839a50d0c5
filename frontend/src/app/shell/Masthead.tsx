import styled from '@emotion/styled';
import { Link } from 'react-router-dom';
import { useGetSiteLockStatusQuery } from '@/api/endpoints';
import { useCurrentUser, useSiteLocked } from '@/api/selectors';
import { Badge } from '@/components/Badge';
import { Kbd, KeyHint, TouchHint } from '@/components/Kbd';
import { StatusLamp } from '@/components/StatusLamp';
import { paths } from '@/lib/paths';
import { useAppDispatch, useAppSelector } from '@/state/hooks';
import { layerOpened } from '@/state/uiSlice';
import { theme } from '@/theme/theme';

const { color, font, layer, media } = theme;

const Bar = styled.header`
  position: sticky;
  top: 0;
  z-index: ${layer.bars};
  display: flex;
  flex-wrap: wrap;
  gap: 4px 16px;
  align-items: center;
  min-height: 56px;
  padding: 8px 24px;
  background: ${color.panel};
  border-bottom: 1px solid ${color.hair};

  ${media.phone} {
    min-height: 48px;
    padding: 4px 16px;
  }
`;

/** Says that the site is locked; on a phone in a line of its own. */
const Alarm = styled.div`
  ${media.phone} {
    order: 1;
    width: 100%;
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
    font-size: 24px;
  }
`;

const System = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 16px;
  align-items: center;
  margin-left: auto;
  font: ${font.dense};
  color: ${color.muted};
  text-transform: uppercase;

  /* One line of brand and lamp; the bar at the foot has the commands. */
  ${media.phone} {
    > :not(:first-child) {
      display: none;
    }
  }
`;

const AsTyped = styled.bdi`
  text-transform: none;
`;

const PaletteButton = styled.button`
  background: none;
  border: 0;
  padding: 4px 0;
  min-height: 32px;
  cursor: pointer;
`;

/** The state of the site and of the connection. Without an answer from the server nothing is nominal. */
function SystemState({ locked }: { readonly locked: boolean }) {
  const { isError } = useGetSiteLockStatusQuery();
  const link = useAppSelector((state) => state.ui.link);
  const calm = isError ? 'Offline' : 'Nominal';
  return (
    <>
      <StatusLamp bad={locked || isError}>{locked ? 'Lockdown' : calm}</StatusLamp>
      <span>{isError || link === 'down' ? 'Reconnecting' : 'Link up'}</span>
    </>
  );
}

/** The bar at the top of every screen. */
export function Masthead() {
  const dispatch = useAppDispatch();
  const { user } = useCurrentUser();
  const locked = useSiteLocked();
  return (
    <Bar data-bar>
      <Brand to={paths.home} className="glow">
        FACILITY TERMINAL
      </Brand>
      {locked && (
        <Alarm>
          <Badge tone="danger">
            <span aria-hidden="true">[</span>SYSTEM LOCKDOWN ACTIVE<span aria-hidden="true">]</span>
          </Badge>
        </Alarm>
      )}
      <System>
        <SystemState locked={locked} />
        {user !== null && (
          <span>
            <AsTyped>{user.username}</AsTyped> L{user.clearanceLevel}
          </span>
        )}
        <PaletteButton
          type="button"
          aria-label="Ctrl K, command palette"
          aria-keyshortcuts="Control+K"
          onClick={() => {
            dispatch(layerOpened('palette'));
          }}
        >
          <KeyHint>
            <Kbd>Ctrl K</Kbd>
          </KeyHint>
          <TouchHint>Commands</TouchHint>
        </PaletteButton>
      </System>
    </Bar>
  );
}
