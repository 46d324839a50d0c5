import { useMatches } from 'react-router-dom';
import type { PlaceId } from '@/lib/places';

export interface RouteHandle {
  readonly place: PlaceId;
}

function isRouteHandle(value: unknown): value is RouteHandle {
  return typeof value === 'object' && value !== null && 'place' in value;
}

/** The place of the table that the address leads to; `null` where it leads to none. */
export function useCurrentPlace(): PlaceId | null {
  return (
    useMatches()
      .map((match) => match.handle)
      .findLast(isRouteHandle)?.place ?? null
  );
}
