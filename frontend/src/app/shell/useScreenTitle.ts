import { placeOf } from '@/lib/places';
import { useAppSelector } from '@/state/hooks';
import { useCurrentPlace } from '@/state/useCurrentPlace';

/** The title of the screen: the record it shows, otherwise the name of the screen. */
export function useScreenTitle(): string {
  const place = useCurrentPlace();
  const record = useAppSelector((state) => state.ui.record);
  return record?.title ?? (place === null ? 'Location not found' : placeOf(place).title);
}
