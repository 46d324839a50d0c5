import { fileOfSource, pictureSources, readPictureWords, type PictureFile } from './pictures';

const id = '8c20e1aa-0000-4000-8000-000000000001';

test.each([
  ['a file', `file:${id}`, { id }],
  ['an id in capitals', `file:${id.toUpperCase()}`, { id: null }],
  ['another file', 'file:///etc/passwd', { id: null }],
  ['an upload', 'uploading:2', { id: null }],
  ['a picture from elsewhere', 'https://example.com/a.png', null],
  ['a relative address', 'a.png', null],
])('the address of %s is recognized', (_name, address, file) => {
  expect(fileOfSource(address)).toEqual(file);
});

test.each([
  ['The lantern', 'The lantern', null],
  ['The lantern|240', 'The lantern', 240],
  ['The lantern | 240 ', 'The lantern', 240],
  ['|240', '', 240],
  ['a|b|12', 'a|b', 12],
  ['The lantern|0', 'The lantern|0', null],
  ['The lantern|wide', 'The lantern|wide', null],
  ['', '', null],
])('the words %p are a description and a width', (words, description, width) => {
  expect(readPictureWords(words)).toEqual({ description, width });
});

test('a picture offers the renditions that are smaller than itself', () => {
  const picture = (width: number) => ({ fileId: id, width, height: 100, kind: 'picture' }) as PictureFile;
  expect(pictureSources(picture(480))).toBe('');
  expect(pictureSources(picture(900))).toBe(`/objects/${id}?size=small 480w, /objects/${id} 900w`);
  expect(pictureSources(picture(4000))).toBe(
    `/objects/${id}?size=small 480w, /objects/${id}?size=medium 1280w, /objects/${id} 4000w`,
  );
});
