/** The call for the text of a file, until the generated client has it. */
import { api } from './endpoints';
import type { ObjectText } from './fileTypes';

const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getObjectText: build.query<ObjectText, string>({
      query: (id) => `/api/objects/${encodeURIComponent(id)}/text`,
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { getObjectText } = filesApi.endpoints;
