/**
 * A loader of webpack that leaves out comments of CSS on lines of their own. They are part of the text of a template,
 * which the minifier does not shorten.
 */
export default function withoutCssComments(source) {
  return source.replace(/^[ \t]+\/\* .*\*\/\n/gm, '');
}
