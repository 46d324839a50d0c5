import { useLocation } from 'react-router-dom';
import { decodePart } from '@/lib/anchors';
import { placeAt, type PlaceId } from '@/lib/places';

/** The screen at the current address; `null` if there is none. */
export function useCurrentPlace(): PlaceId | null {
  return placeAt(useLocation().pathname)?.id ?? null;
}

/** The `id` parameter of the current address. */
export function useIdInAddress(): string {
  return decodePart(placeAt(useLocation().pathname)?.params.id ?? '');
}
