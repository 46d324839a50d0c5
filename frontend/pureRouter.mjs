/**
 * A webpack loader that lets the minifier remove unused parts of the router library, whose component calls and display
 * names are not marked as free of side effects.
 */
export default function pureRouter(source) {
  return source
    .replace(/^(?:Link|NavLink|Form|ScrollRestoration)\.displayName = .*;$/gm, '')
    .replace(/^(var \w+ = )(?=React\d*\.(?:forwardRef|createContext|memo)\()/gm, '$1/* @__PURE__ */ ');
}
