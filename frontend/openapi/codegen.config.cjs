/** Settings of the client generator. Its input is the contract that the server writes of itself. */

/** Answers that are not JSON, or that a plain link, the uploader or only a machine asks for: no hook would be of use. */
const leftOut = new Set([
  'getDocs',
  'getOpenapi',
  'putUpload',
  'downloadObject',
  'exportAuditLog',
  'exportDocument',
  'getLiveness',
  'getReadiness',
]);

module.exports = {
  schemaFile: process.env.FACILITY_OPENAPI ?? '../../docs/openapi.json',
  apiFile: '../src/api/baseApi.ts',
  apiImport: 'baseApi',
  outputFile: '../src/api/generated.ts',
  exportName: 'generatedApi',
  // Screens import their hooks from endpoints.ts; a second list of them would be carried by every first load.
  hooks: false,
  tag: true,
  flattenArg: true,
  encodePathParams: true,
  // The fetch layer builds the query string with URLSearchParams, which encodes; twice would be once too often.
  encodeQueryParams: false,
  useUnknown: true,
  mergeReadWriteOnly: true,
  filterEndpoints: (name) => !leftOut.has(name),
};
