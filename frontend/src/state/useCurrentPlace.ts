import { useLocation } from 'react-router-dom';
import { decoded } from '@/lib/anchors';
import { placeAt, type PlaceId } from '@/lib/places';

/** The place of the table that the address leads to; `null` where it leads to none. */
export function useCurrentPlace(): PlaceId | null {
  return placeAt(useLocation().pathname)?.id ?? null;
}

/** The id in the address. */
export function useIdInAddress(): string {
  return decoded(placeAt(useLocation().pathname)?.params.id ?? '');
}
