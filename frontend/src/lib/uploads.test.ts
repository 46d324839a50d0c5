import { hasReadableText, mediaTypeOf, uploadProblem } from './uploads';

test.each([
  ['log.txt', 1, null],
  ['LOG.MD', 10485760, null],
  ['scan.pdf', 10485761, 'The file is larger than 10 MB.'],
  ['scan.doc', 0, 'The file is empty.'],
  ['tool.exe', 10, 'Only .TXT, .MD, .PDF, .DOC, .DOCX files can be attached.'],
  ['no-extension', 10, 'Only .TXT, .MD, .PDF, .DOC, .DOCX files can be attached.'],
])('%s of %d bytes', (name, size, expected) => {
  expect(uploadProblem({ name, size })).toBe(expected);
});

test('the media type and readable text are recognized by the file name', () => {
  expect([mediaTypeOf('a.md'), mediaTypeOf('a.DOCX'), mediaTypeOf('a')]).toEqual([
    'text/markdown',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/octet-stream',
  ]);
  expect(['a.TXT', 'a.pdf', 'a.docx', 'a.doc'].map(hasReadableText)).toEqual([true, true, true, false]);
});
