import { theme } from './theme';

const { color, font, length } = theme;

/** Rules of lists and notes, apart from those that the first load brings to every screen. */
export const lineMixin = {
  /** The head of a group of rows, with a dashed line from its words to the end. */
  groupHead:
    `display:flex;gap:12px;align-items:center;height:32px;padding:0 ${length.inset};font:400 12px/24px ${font.text};` +
    `text-transform:uppercase;&::after{content:'';flex:1;border-top:1px dashed ${color.hair};}`,
  /** A link that is a row of a list with a cursor. */
  cursorRow:
    `display:grid;font:400 14px/24px ${font.text};text-decoration:none;&:hover{background:${color.raised};}` +
    `&:focus-visible{outline-offset:-2px;}` +
    `&[aria-current]{background:${color.text};&,> *{color:${color.onAccent};}}`,
  /** Something that is not to be missed. */
  note: `padding:12px 16px 12px 20px;background:${color.raised};border-left:4px solid ${color.warn};`,
  /** A square button with a sign in place of words. */
  signButton:
    `display:grid;place-items:center;width:32px;height:32px;padding:0;color:${color.text};` +
    `background:${color.panel};border:1px solid ${color.edge};cursor:pointer;`,
} as const;
