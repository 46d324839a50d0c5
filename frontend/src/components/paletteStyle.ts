import { theme } from '@/theme/theme';

const { color, font, layer, media } = theme;

/** The box of the palette with the list that cmdk renders. The selected line and matched words are inverse. */
export const boxStyle = `
  position: fixed;
  z-index: ${layer.dialog};
  top: 72px;
  left: 50%;
  transform: translateX(-50%);
  display: flex;
  flex-direction: column;
  width: min(768px, calc(100vw - 32px));
  max-height: calc(100dvh - 120px);
  background: ${color.panel};
  border: 1px solid ${color.edge};
  box-shadow: 0 0 0 1px ${color.void}, 0 0 48px color-mix(in srgb, ${color.accent} 18%, transparent);

  [cmdk-root] {
    display: flex;
    flex-direction: column;
    min-height: 0;
  }

  [cmdk-list] {
    overflow-y: auto;
    padding: 8px 0;
  }

  [cmdk-list]:not(:has([cmdk-item])) {
    display: none;
  }

  [cmdk-group-heading] {
    display: flex;
    gap: 12px;
    align-items: center;
    height: 32px;
    padding: 0 24px;
    font: 600 12px/24px ${font.text};
    color: ${color.text};
    letter-spacing: 0.08em;
    text-transform: uppercase;
  }

  [cmdk-group-heading] span {
    font-weight: 400;
    color: ${color.muted};
  }

  [cmdk-group-heading]::after {
    content: '';
    flex: 1;
    border-top: 1px dashed ${color.hair};
  }

  [cmdk-item] {
    display: grid;
    grid-template-columns: 96px minmax(0, 1fr) auto;
    gap: 0 16px;
    align-items: center;
    min-height: 32px;
    padding: 0 24px;
    font: 400 14px/24px ${font.text};
    color: ${color.bright};
    cursor: pointer;
  }

  [data-part='lead'], [data-part='label'] {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  [data-part='lead'], [data-part='label'] small, [data-part='end'] {
    font-size: 14px;
    color: ${color.muted};
  }

  [data-part='end'] {
    display: flex;
    gap: 16px;
    align-items: center;
    white-space: nowrap;
  }

  [data-part='hint'] {
    display: none;
    font-size: 12px;
  }

  [data-selected='true'] [data-part='hint'] {
    display: inline;
  }

  mark {
    padding: 1px 0;
    background: ${color.text};
    color: ${color.onAccent};
  }

  [cmdk-item][data-selected='true'] {
    background: ${color.text};
    color: ${color.onAccent};
  }

  [cmdk-item][data-selected='true'] :not(mark, [data-swatch] i) {
    color: inherit;
  }

  [cmdk-item][data-selected='true'] i {
    background: currentColor;
  }

  [cmdk-item][data-selected='true'] mark {
    background: ${color.onAccent};
    color: ${color.text};
  }

  [cmdk-item][data-selected='true'] kbd {
    border-color: currentColor;
  }

  ${media.phone} {
    top: 16px;
    max-height: calc(100dvh - 32px);

    [cmdk-group-heading] {
      padding: 0 16px;
    }

    [cmdk-item] {
      grid-template-columns: minmax(0, 1fr) auto;
      gap: 0 12px;
      min-height: 44px;
      padding: 4px 16px;
    }

    [data-part='label'] small {
      display: block;
      overflow: hidden;
      text-overflow: ellipsis;
    }

    [data-part='lead'] {
      grid-row: 2;
      line-height: 20px;
    }

    [data-part='label'] {
      grid-column: 1 / -1;
    }

    [data-part='end'] {
      grid-row: 2;
      grid-column: 2;
    }

    [data-selected='true'] [data-part='hint'] {
      display: none;
    }
  }
`;

export const lineStyle = `
  display: flex;
  gap: 12px;
  align-items: center;
  min-height: 56px;
  padding: 0 24px;
  background: ${color.raised};
  border-bottom: 1px solid ${color.edge};

  &::before {
    content: '>' / '';
    color: ${color.accent};
    font-weight: 600;
  }

  input {
    flex: 1;
    min-width: 0;
    min-height: 32px;
    border: 0;
    background: none;
    color: ${color.bright};
    caret-color: ${color.accent};
    text-overflow: ellipsis;
  }

  input::placeholder {
    color: ${color.muted};
    opacity: 1;
  }

  &:focus-within {
    box-shadow: inset 0 -2px 0 ${color.focus};
  }

  input:focus-visible {
    outline-color: transparent;
  }

  ${media.phone} {
    padding: 0 16px;
  }
`;
