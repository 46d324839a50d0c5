import { css, Global } from '@emotion/react';
import styled from '@emotion/styled';
import { mixin, theme } from '@/theme/theme';
import { saveBarHeight, toolsHeight } from '../editor/heights';

const { color, length, media } = theme;

/** From edge to edge of its frame. */
export const WritingBox = styled.div`
  container-type: inline-size;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  margin-inline: calc(-1 * ${length.inset});
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

/** Styles of the page while a text is in full screen. */
export function FullScreenStyles() {
  return <Global styles={fullScreen} />;
}
