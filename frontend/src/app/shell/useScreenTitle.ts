import { placeOf } from '@/lib/places';
import { useAppSelector } from '@/state/hooks';
import { useCurrentPlace } from '@/state/useCurrentPlace';

/** What the screen is about: the record it shows, else its place. */
export function useScreenTitle(): string {
  const place = useCurrentPlace();
  const record = useAppSelector((state) => state.ui.record);
  return record?.title ?? (place === null ? 'Location not found' : placeOf(place).title);
}
