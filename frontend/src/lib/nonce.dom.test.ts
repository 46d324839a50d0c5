import { nonceOf } from './nonce';

function page(head: string): Document {
  return new DOMParser().parseFromString(`<head>${head}</head>`, 'text/html');
}

test.each(['__JxrfOlF4Wv_1C0VNlSPA', '-abc', 'a'])('the nonce %s is used as it is', (nonce) => {
  expect(nonceOf(page(`<meta name="csp-nonce" content="${nonce}">`))).toBe(nonce);
});

test.each(['<meta name="csp-nonce" content="__CSP_NONCE__">', '<meta name="csp-nonce" content="">', ''])(
  'a page with %p has none',
  (head) => {
    expect(nonceOf(page(head))).toBeUndefined();
  },
);
