import { emptyRecord, readRecord } from './recordText';

test('the one file that version 1.0 kept is still attached', () => {
  const old = { ...emptyRecord, file: { name: 'log.pdf', path: '/objects/0001' }, files: undefined };
  expect(readRecord(old)?.files).toEqual([{ key: '0001', fileId: '0001', name: 'log.pdf', size: null }]);
});
