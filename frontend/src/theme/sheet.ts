import { theme } from './theme';

const { font } = theme;

/** Texts in the margins of the printed pages: custom properties of the root element, each a CSS string. */
export const sheetNames = ['title', 'label', 'printed', 'clearance', 'origin'] as const;

export const sheetVariable = (name: (typeof sheetNames)[number]) => `--sheet-${name}`;

const sheetText = (name: (typeof sheetNames)[number]) => `var(${sheetVariable(name)},'')`;

const small = `font:400 8pt/11pt ${font.text}`;

/** Page margins. A printed sheet of codes contains its owner, so it has no margin texts. */
const pages = `
@page{margin:22mm 18mm 20mm;
  @top-left{content:${sheetText('title')};font:600 9pt/11pt ${font.text};overflow:hidden}
  @top-right{content:${sheetText('label')};font:400 9pt/11pt ${font.text};white-space:pre}
  @bottom-left{content:${sheetText('printed')};${small}}
  @bottom-right{content:counter(page) ' / ' counter(pages);${small};white-space:pre}
}
@page codes{@top-left{content:none}@top-right{content:none}}
[data-print-sheet]{page:codes;margin:0;font:14pt/1.5 monospace;white-space:pre-wrap}
`;

/** Buttons that are useless on paper: all except those that open a row, which are the text of the row, or a picture. */
const idle = "button:not(article [aria-expanded],[data-picture]),[data-cell='menu']";

/**
 * Hides what is useful only on a screen: the frame of the page and its controls. A sheet of codes is printed without
 * the rest of the page.
 */
const chrome = `
*,::before,::after{box-shadow:none!important;text-shadow:none!important;animation:none!important;transition:none!important}
body::after,#root>*>:not(main),body>:not(#root,[data-print-sheet]),body:has(>[data-print-sheet])>#root,
main :is(nav,form,${idle},[role='search'],[popover],[data-rail],[data-bar],[data-screen-only]){display:none!important}
`;

/** Lays the page out as one column of blocks, which browsers can break between sheets. */
const flow = `
:root[class]{color-scheme:light}
body,#root>*{display:block;min-height:0}
main#main{display:block;padding:0;zoom:.875;overflow-wrap:anywhere}
main>*+*,[data-part]>*{margin-top:16px}
:is(h1,h2,h3,h4,h5,h6):not(article>*){break-after:avoid}
p,li{orphans:3;widows:3}
article:not([data-heads]~* *),tr,figure,img,blockquote,dl,[data-withheld]{break-inside:avoid}
[data-tip-cut],article button,h3,h3 *{overflow:visible!important;white-space:normal!important}
canvas{filter:brightness(0)}
`;

/** The title with its rule, and the facts about the record under it. */
const head = `
[data-head],[data-head]>:first-child{display:block!important}
[data-head] h1{font:600 26px/34px ${font.text};letter-spacing:0;text-transform:none;border-bottom:2px solid;padding-bottom:6px}
[data-head] p{padding-top:6px}
[role='tab']:not([aria-selected='true']){display:none!important}
[data-frame]{border:0!important;padding:0!important}
[data-frame]>h2{position:static;border:0;padding:0;margin-bottom:8px;font:600 18px/24px ${font.text};letter-spacing:0;text-transform:none;white-space:normal}
[data-frame]>span:first-of-type{position:static;border:0;padding:0}
[data-reading]{display:flex!important;flex-direction:column;align-items:stretch!important;gap:0!important}
[data-reading]>[data-part]{display:contents!important}
[data-part='side']>:first-child{order:-1}
[data-part='foot']>*{order:1}
[data-part='foot'] article{padding:0 0 0 12px;border:0;border-left:2px solid}
[data-part='foot'] article+article{margin-top:12px}
:is([data-part='text'],[data-part='side'])>:first-child>h2{display:none}
[data-part] dl{display:block}
[data-part] :is(dt,dd){display:inline;text-align:left}
[data-part] dt::after{content:': '}
[data-part] dd::after{content:'   ';white-space:pre-wrap}
`;

/** Texts. A link is followed by its address; bars are boxes of one size. */
const text = `
[data-prose]{max-width:none!important}
[data-prose] a[href^='/']:not([data-on-page])::after{content:' <' ${sheetText('origin')} attr(href) '>'}
[data-prose] a:is([href^='http'],[href^='mailto:'])::after{content:' <' attr(href) '>'}
[data-prose] a::after{font-size:.8em}
[data-prose] a[href*='-fnref-']{display:none}
[data-prose] figure:not([data-sized])>[data-picture]{max-width:62%}
[data-prose] [data-picture]>img{border-width:0}
[data-prose] table{display:table;overflow:visible}
[data-prose] thead{display:table-header-group}
[data-prose] pre{white-space:pre-wrap;overflow:visible}
[data-withheld]:empty:not([data-withheld=''])::before{content:'LEVEL ' attr(data-withheld);display:block;font:600 11px/16px ${font.text}}
[data-withheld]:empty:not([data-withheld='']){width:8ch!important;height:18px!important;text-align:center;vertical-align:middle}
[data-withheld]:has(>i){outline:1px solid;outline-offset:-5px;height:64px;align-content:center;justify-items:center}
[data-withheld]>i{display:none}
[data-withheld]>span{position:static;border:0}
main:has([data-withheld])::after{content:${sheetText('clearance')} ' Withheld passages are boxes of one size; their length is not shown.'}
main::after{content:${sheetText('clearance')};display:block;margin-top:24px;padding-top:8px;border-top:1px solid;font:400 12px/18px ${font.text}}
`;

/**
 * Lists. The column heads repeat on each page, as the head of a one-row table. Browsers break such a table only within
 * blocks and between cells, so cells stay whole. All rows are in the positions they have in a list that is fully
 * rendered.
 */
const lists = `
main :has([data-heads]){display:block!important}
main :has(>[data-heads]){display:table!important;table-layout:fixed;width:100%}
[data-frame]:has(>[data-heads])>h2{display:table-caption;text-align:left}
[data-heads]{display:table-header-group!important;break-inside:avoid}
[data-heads]>*{padding-inline:0!important;border-bottom:1px solid}
[data-heads]~*{display:table-row-group}
[data-heads]~* article>*{break-inside:avoid}
ol:has(>[data-row]){height:auto!important}
ol>li[data-row]{position:static!important;transform:none!important;contain:none!important}
li[data-row]>article{padding-inline:0!important}
li[data-row]>article::before{right:0!important;left:0!important}
[data-row] h2{padding:0!important}
table{table-layout:auto!important}
th{width:auto!important}
:is(th,td)[data-wide]{display:none!important}
`;

/** Print layout. It is loaded after the screen because no screen needs it. */
export const sheet = `@media print{${chrome}${flow}${head}${text}${lists}}${pages}`;
