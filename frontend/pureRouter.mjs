/**
 * A loader of webpack that lets the minifier leave out what is not used of the router's library: its components are
 * made by calls, and given names, without a note that this does nothing else.
 */
export default function pureRouter(source) {
  return source
    .replace(/^(?:Link|NavLink|Form|ScrollRestoration)\.displayName = .*;$/gm, '')
    .replace(/^(var \w+ = )(?=React\d*\.(?:forwardRef|createContext|memo)\()/gm, '$1/* @__PURE__ */ ');
}
