import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { askWhoIsThere } from '@/api/session';
import { addressLeft } from '@/api/sessionSlice';
import { watchGestures } from '@/lib/activity';
import { paths } from '@/lib/paths';
import { useNavigate } from '@/router/RouterProvider';
import { useAppDispatch, useAppSelector, useAppStore } from '@/state/hooks';
import { openWindows, type Windows } from '../listeners/windows';

/** Requests the signed-in user, and keeps all windows of the browser consistent about it. */
export function useSession(): void {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const person = useAppSelector((state) => state.session.user?.id ?? null);
  const ending = useAppSelector((state) => state.session.ending);
  const endsAt = useAppSelector((state) => state.session.endsAt);
  const windows = useRef<Windows>(undefined);

  useEffect(() => {
    const stopWatching = watchGestures();
    const opened = dispatch(openWindows());
    windows.current = opened;
    // The response may have arrived before the screen was mounted.
    if (store.getState().session.known !== 'yes') void dispatch(askWhoIsThere('person'));
    return () => {
      stopWatching();
      opened.close();
    };
  }, [dispatch, store]);

  const mustLeaveAddress = useAppSelector((state) => state.session.mustLeaveAddress);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isHome = pathname === paths.home && search === '';
  useEffect(() => {
    if (!mustLeaveAddress) return;
    if (isHome) dispatch(addressLeft());
    else void navigate(paths.home, { replace: true });
  }, [dispatch, isHome, mustLeaveAddress, navigate]);

  useEffect(() => {
    windows.current?.tell();
  }, [person, ending, endsAt]);
}
