import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const { color, font } = theme;

const Box = styled.details`
  font: ${font.dense};
  color: ${color.muted};

  summary {
    width: max-content;
    max-width: 100%;
    padding: 4px 0;
    cursor: pointer;
    color: ${color.text};
    text-decoration: underline;
    text-underline-offset: 4px;
  }

  pre {
    margin: 8px 0;
    padding: 8px 12px;
    overflow-x: auto;
    color: ${color.text};
    background: ${color.raised};
  }
`;

/** Explains the markers of passages with a level of their own. */
export function PortionHelp() {
  return (
    <Box>
      <summary>Passages for a higher level</summary>
      <p>
        Put lines between these marks, each on a separate line without spaces. Readers below the level see
        bars in their place.
      </p>
      <pre>{':::level 4\nOnly readers of level 4 and 5 see these lines.\n:::'}</pre>
      <p>Within a line:</p>
      <pre>{'The key is {{4|under the mat}}.'}</pre>
      <p>
        The level is 1 to 5, at least that of the record. Passages cannot be nested. Once you have sent the
        text, passages above your own level are hidden from you too.
      </p>
    </Box>
  );
}
