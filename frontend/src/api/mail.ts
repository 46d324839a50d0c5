import { api, headerNumber } from './endpoints';
import { idTag, listTag } from './tags';
import type { Mail } from './types';

/** Number of messages in a request: the maximum page size of the server. */
export const mailShown = 200;

/** The newest messages sent to users. */
export interface MailBox {
  readonly items: readonly Mail[];
  readonly total: number;
  /** Whether a mail server is configured. */
  readonly isOn: boolean;
}

/** Mail to users, and which kinds of it a user wants. A module of its own, because few screens need it. */
const mailApi = api
  .injectEndpoints({
    endpoints: (build) => ({
      mailBox: build.query<MailBox, undefined>({
        query: () => ({ url: '/api/admin/mail', params: { limit: mailShown } }),
        transformResponse: (items: Mail[], meta) => ({
          items,
          total: headerNumber(meta, 'X-Total-Count', items.length),
          isOn: meta?.response?.headers.get('X-Mail') !== 'off',
        }),
        providesTags: [listTag('Mail')],
        keepUnusedDataFor: 0,
      }),
    }),
  })
  .enhanceEndpoints({
    endpoints: {
      getMail: { providesTags: [listTag('Mail')], keepUnusedDataFor: 0 },
      retryMail: { invalidatesTags: [listTag('Mail')] },
      getMailSettings: { providesTags: [idTag('User', 'MAIL')], keepUnusedDataFor: 0 },
      updateMailSettings: { invalidatesTags: [idTag('User', 'MAIL')] },
    },
  });

export const {
  useMailBoxQuery,
  useGetMailQuery,
  useRetryMailMutation,
  useGetMailSettingsQuery,
  useUpdateMailSettingsMutation,
} = mailApi;
