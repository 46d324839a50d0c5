import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const { color, font, media } = theme;

/** A picture at the left, and what goes with it. */
export const PictureBeside = styled.div`
  display: grid;
  grid-template-columns: 200px minmax(0, 1fr);
  gap: 24px;

  > img {
    width: 200px;
    height: 200px;
    image-rendering: pixelated;
  }

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Step = styled.p`
  display: flex;
  gap: 12px;
  align-items: baseline;
  font: ${font.dense};
  color: ${color.text};

  > b {
    flex: none;
    width: 22px;
    border: 1px solid ${color.edge};
    font: 600 12px/20px ${font.text};
    text-align: center;
    color: ${color.bright};
  }
`;

/** A numbered step. */
export function NumberedStep({
  number,
  children,
}: {
  readonly number: number;
  readonly children: ReactNode;
}) {
  return (
    <Step>
      <b>{number}</b>
      <span>{children}</span>
    </Step>
  );
}

/** A code that somebody has to read and type. */
export const BigCode = styled.code`
  display: block;
  font: 400 16px/24px ${font.text};
  letter-spacing: 0.06em;
  color: ${color.bright};
`;

const Codes = styled.ul`
  display: grid;
  grid-template-columns: repeat(5, 1fr);
  gap: 1px;
  background: ${color.hair};
  border: 1px solid ${color.hair};

  > li {
    background: ${color.panel};
    font: 400 14px/32px ${font.text};
    text-align: center;
    color: ${color.bright};
  }

  ${media.phone} {
    grid-template-columns: 1fr 1fr;
  }
`;

/** Codes side by side. */
export function CodeList({ label, codes }: { readonly label: string; readonly codes: readonly string[] }) {
  return (
    <Codes aria-label={label}>
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </Codes>
  );
}
