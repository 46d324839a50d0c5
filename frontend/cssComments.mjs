/**
 * A webpack loader that removes CSS comments on lines of their own. They are part of template strings, which the
 * minifier does not shorten.
 */
export default function withoutCssComments(source) {
  return source.replace(/^[ \t]+\/\* .*\*\/\n/gm, '');
}
