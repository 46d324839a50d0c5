import { css, Global } from '@emotion/react';
import styled from '@emotion/styled';
import { mixin, theme } from '@/theme/theme';
import { saveBarHeight, toolsHeight } from '../editor/heights';

const { color, length, media } = theme;

/** Height that a text keeps in a low window, in pixels. */
const leastText = 120;

/** From edge to edge of its frame. */
export const WritingBox = styled.div`
  container-type: inline-size;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  margin-inline: calc(-1 * ${length.inset});

  &[data-fill] {
    flex: 1;
    grid-template-rows: auto minmax(${leastText}px, 1fr) auto;
  }

  /* An error takes its line from the text. */
  &[data-fill] [data-text],
  &[data-fill] [data-text] :has(textarea) {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-height: 0;
  }

  &[data-fill] textarea {
    flex: 1 1 0;
    min-height: 0;
    resize: none;
  }

  &[data-fill] [data-pane] {
    min-height: 0;
  }

  /* Two uploads are in sight, beside files one; the others are scrolled to. */
  &[data-fill] > ul {
    max-height: 114px;
    overflow-y: auto;
  }

  [data-frame]:has([data-files]) &[data-fill] > ul {
    max-height: 86px;
  }
`;

/** On a phone the tools are under the text, within reach of the thumb. */
export const PhoneBar = styled.div`
  position: sticky;
  bottom: ${saveBarHeight.phone}px;
  z-index: 1;
`;

/** The switch between text and preview on a phone, with the buttons beside it. */
export const PhoneLine = styled.div`
  display: flex;
  gap: 8px;
  padding: 0 ${length.inset} 8px;

  > fieldset {
    flex: 1;
  }

  > button {
    flex: none;
    min-width: 44px;
    border: 1px solid ${color.edge};
  }
`;

/** The text, and the preview or the help beside it. */
export const Panes = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);

  &[data-split='true'] {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  }

  > :last-child {
    border-style: solid;
    border-width: 0;
  }

  &[data-split='true'] > :last-child {
    border-left-width: 1px;
  }

  textarea {
    display: block;
    padding-inline: ${length.inset};
    border-width: 0;
  }

  textarea:focus-visible {
    outline-offset: -2px;
  }

  /* Error lines are aligned with the text. */
  textarea ~ p {
    padding-inline: ${length.inset};
  }
`;

export const Pane = styled.div`
  min-width: 0;
`;

/** Height of the parts around the text, in pixels. */
const around = {
  wide: saveBarHeight.wide + toolsHeight.wide,
  phone: saveBarHeight.phone + toolsHeight.phone,
} as const;

/** What full screen keeps: the text with its tools, the bar at the bottom, and the headings for screen readers. */
const kept = ':is([data-full],[data-save-bar],h1,:has([data-full]) > h2)';

const fullScreen = css`
  @media screen {
    main :not(:has(${kept}), ${kept}, ${kept} *) {
      display: none !important;
    }

    main,
    main :has(${kept}) {
      grid-template-rows: auto !important;
      gap: 0 !important;
      min-height: 0 !important;
      margin: 0 !important;
      padding: 0 !important;
      border: 0 !important;
    }

    main :has([data-full])::before {
      content: none !important;
    }

    main h1,
    main :has([data-full]) > h2 {
      ${mixin.hidden}
    }

    main [data-save-bar] {
      margin: 0;
    }

    main [data-full] {
      margin: 0;
      --text-height: calc(100dvh - ${length.masthead} - ${length.statusBar} - ${around.wide}px);
    }

    main [data-full] textarea {
      height: var(--text-height);
      resize: none;
    }

    /* The line of an error makes the text lower. */
    main [data-full] textarea:has(~ p) {
      height: calc(var(--text-height) - 26px);
    }
  }

  ${media.phone} {
    main [data-full] {
      --text-height: calc(100dvh - ${length.masthead} - ${around.phone}px);
    }
  }
`;

/** Everything around the text is as high as its content, and what contains the text takes the rest of the window. */
const filled = css`
  main:has([data-fill]):has(> [data-line='true']) {
    grid-template-rows: 48px 1fr;
    align-content: stretch;
    padding-bottom: 24px;
  }

  main:has([data-fill]):not(:has(> [data-line='true'])),
  main :has([data-fill]) {
    display: flex;
    flex: 1;
    flex-direction: column;
  }

  /* The frame ends with the bar below it. */
  main [data-frame]:has([data-fill]) {
    padding-block: 12px;
  }

  main [data-line='true'] ~ [data-tabs] :has([data-fill]) {
    gap: 12px;
  }

  /* The bar below has a margin of its own. */
  main form:has([data-fill]) {
    gap: 4px !important;
  }
`;

/** While a text beside its preview fills the window. */
export function FillStyles() {
  return <Global styles={filled} />;
}

/** Styles of the page while a text is in full screen. */
export function FullScreenStyles() {
  return <Global styles={fullScreen} />;
}
