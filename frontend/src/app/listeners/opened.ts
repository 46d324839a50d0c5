import { api } from '@/api/endpoints';
import { listTag } from '@/api/tags';
import type { DocumentSummary } from '@/api/types';
import type { StartListening } from './start';

type Marked = Pick<DocumentSummary, 'id' | 'mark' | 'openedVersion'>;

const paged: ReadonlySet<string> = new Set(['documentHead', 'documentPage', 'findRecords']);

/**
 * An opened record is no longer new or changed: cached lists are updated without a request, and unread notifications
 * are counted again, because the server has marked those about the record.
 */
export function listenForOpened(start: StartListening): void {
  start({
    matcher: api.endpoints.getDocument.matchFulfilled,
    effect: (action, store) => {
      const { dispatch } = store;
      const { id, version } = action.payload;
      // A preview does not count as opening.
      if (action.meta.arg.originalArgs.as !== undefined) return;
      const read = (records: readonly Marked[]) => {
        for (const record of records) {
          if (record.id === id) Object.assign(record, { mark: null, openedVersion: version });
        }
      };
      const kept = api.util.selectInvalidatedBy(store.getState(), [listTag('Document')]);
      for (const { endpointName, originalArgs } of kept) {
        if (paged.has(endpointName))
          dispatch(
            api.util.updateQueryData(endpointName as 'documentHead', originalArgs as never, ({ items }) =>
              read(items),
            ),
          );
        else if (endpointName === 'listDocuments')
          dispatch(api.util.updateQueryData(endpointName, originalArgs as never, read));
      }
      dispatch(api.util.updateQueryData('getBoard', undefined, ({ latest }) => read(latest)));
      dispatch(api.util.invalidateTags(['News']));
    },
  });
}
