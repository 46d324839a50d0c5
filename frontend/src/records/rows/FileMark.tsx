import styled from '@emotion/styled';
import { tip } from '@/components/tips';
import { mixin, theme } from '@/theme/theme';

const Anchor = styled.a`
  position: relative;
  z-index: 1;
  display: grid;
  place-items: center;
  width: 32px;
  height: 32px;
  margin: -4px -8px;
  color: ${theme.color.text};

  &:hover {
    color: ${theme.color.bright};
  }

  svg {
    ${mixin.icon}
  }
`;

interface FileMarkProps {
  readonly href: string;
  /** Accessible name of the link, such as `Attachment of The orchard`. */
  readonly label: string;
}

/** An icon that links to the file of a record, where there is no room for text. */
export function FileMark({ href, label }: FileMarkProps) {
  return (
    <Anchor href={href} download aria-label={label} {...tip(label)}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M4 1.5h5.5L12.5 5v9.5H4zM9 2v3.5h3M6 9h4.5M6 11.5h4.5" />
      </svg>
    </Anchor>
  );
}
