/** Settings of the client generator. Its input is the contract that the server writes of itself. */
module.exports = {
  schemaFile: process.env.FACILITY_OPENAPI ?? '../../docs/openapi.json',
  apiFile: '../src/api/baseApi.ts',
  apiImport: 'baseApi',
  outputFile: '../src/api/generated.ts',
  exportName: 'generatedApi',
  hooks: true,
  tag: true,
  flattenArg: true,
  encodePathParams: true,
  // The fetch layer builds the query string with URLSearchParams, which encodes; twice would be once too often.
  encodeQueryParams: false,
  useUnknown: true,
  mergeReadWriteOnly: true,
};
