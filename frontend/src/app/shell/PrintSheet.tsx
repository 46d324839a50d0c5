import { useEffect } from 'react';
import { Global } from '@emotion/react';
import { useLocation } from 'react-router-dom';
import { useCurrentUser } from '@/api/selectors';
import { cssString } from '@/lib/cssString';
import { formatMoment } from '@/lib/dates';
import { chosenLevel } from '@/lib/viewAs';
import { useAppSelector } from '@/state/hooks';
import { sheet, sheetNames, sheetVariable } from '@/theme/sheet';
import { useScreenTitle } from './useScreenTitle';

/** Print styles and margin texts: the screen's name, the user and the time. */
export function PrintSheet() {
  const title = useScreenTitle();
  const label = useAppSelector(({ ui }) => ui.record?.label) ?? 'FACILITY TERMINAL';
  const { user } = useCurrentUser();
  const { search } = useLocation();

  useEffect(() => {
    const onPrint = () => {
      const moment = formatMoment(new Date().toISOString());
      const person = user === null ? '' : ` by ${user.username}`;
      const level = user === null ? null : (chosenLevel(user, search) ?? user.clearanceLevel);
      const said = {
        title,
        label,
        printed: `Printed ${moment}${person}. Printed copies are not updated.`,
        clearance: level === null ? '' : `Printed with the clearance of level ${level}.`,
        origin: window.location.origin,
      };
      for (const name of sheetNames)
        document.documentElement.style.setProperty(sheetVariable(name), cssString(said[name]));
    };
    window.addEventListener('beforeprint', onPrint);
    return () => window.removeEventListener('beforeprint', onPrint);
  }, [title, label, user, search]);

  return <Global styles={sheet} />;
}
