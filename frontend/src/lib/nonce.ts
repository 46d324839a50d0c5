/** The nonce placeholder in a page that was not rendered by the server, as on a development server. */
const placeholder = '__CSP_NONCE__';

/**
 * The nonce of the page's content security policy (CSP level 3, 7.1), required for every style that the client adds;
 * `undefined` on a development server, which has no policy. A nonce may begin with any character of base64url,
 * including `_`.
 */
export function nonceOf(page: Document): string | undefined {
  const nonce = page.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return nonce === undefined || nonce === '' || nonce === placeholder ? undefined : nonce;
}
