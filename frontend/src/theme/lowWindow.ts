/**
 * In a low window, as at 400 % zoom, the bars scroll with the page. Fixed, they would cover two fifths of the window.
 */
export const lowWindow = '@media (max-height:400px){html :is([data-bar],[data-sticky]){position:static}}';
