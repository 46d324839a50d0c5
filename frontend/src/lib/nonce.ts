/** What a page has that no server has rendered: that of a development server. */
const placeholder = '__CSP_NONCE__';

/**
 * The nonce of the page's policy (CSP level 3, 7.1), without which the browser refuses every style that the client
 * makes; `undefined` on a development server, which has no policy. A nonce may begin with any letter of base64url, also
 * with `_`.
 */
export function nonceOf(page: Document): string | undefined {
  const nonce = page.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return nonce === undefined || nonce === '' || nonce === placeholder ? undefined : nonce;
}
