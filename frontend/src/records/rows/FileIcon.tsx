import styled from '@emotion/styled';

const Drawing = styled.svg`
  display: block;
  flex: none;
  width: 16px;
  height: 16px;
  fill: none;
  stroke: currentColor;
  stroke-width: 1.5;
`;

interface FileIconProps {
  /** Words beside it say the same already. */
  readonly decorative?: boolean | undefined;
}

/** A sheet with lines: something has an attachment. */
export function FileIcon({ decorative = false }: FileIconProps) {
  return (
    <Drawing
      viewBox="0 0 16 16"
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': 'Attachment' })}
    >
      <path d="M4 1.5h5.5L12.5 5v9.5H4zM9 2v3.5h3M6 9h4.5M6 11.5h4.5" />
    </Drawing>
  );
}
