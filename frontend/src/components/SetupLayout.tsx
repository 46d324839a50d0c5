import { useEffect, type ReactNode, type RefObject } from 'react';
import styled from '@emotion/styled';
import { mixin, theme } from '@/theme/theme';

const { color, font, length, media } = theme;

/** Two steps side by side if there is room. */
export const SetupColumns = styled.div`
  display: grid;
  grid-template-columns: 528px minmax(0, 1fr);
  gap: 32px 48px;
  align-items: start;

  @media (max-width: 1279px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** A picture at the left with its content beside it. */
export const PictureBeside = styled.div`
  display: grid;
  grid-template-columns: 245px minmax(0, 1fr);
  gap: 16px 24px;

  > img {
    width: 245px;
    height: 245px;
    image-rendering: pixelated;
    background: ${color.bright};
  }

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);

    > img {
      max-width: 100%;
      height: auto;
      aspect-ratio: 1;
      margin-inline: auto;
    }
  }
`;

const Step = styled.h3`
  display: flex;
  gap: 12px;
  align-items: center;
  font: 600 16px/24px ${font.text};
  color: ${color.bright};

  > b {
    flex: none;
    width: 24px;
    border: 1px solid ${color.edge};
    font: 600 12px/22px ${font.text};
    text-align: center;
  }
`;

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

const Terms = styled.dl`
  dt {
    font: 400 12px/24px ${font.text};
    ${mixin.caps}
    color: ${color.muted};
  }

  dd {
    margin-bottom: 8px;
    font: ${font.dense};
    color: ${color.bright};
    overflow-wrap: anywhere;
  }
`;

interface TermListProps {
  readonly items: readonly { readonly term: string; readonly value: ReactNode }[];
}

export function TermList({ items }: TermListProps) {
  return (
    <Terms>
      {items.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Terms>
  );
}

export const BigCode = styled.code`
  display: block;
  font: 400 16px/24px ${font.text};
  letter-spacing: 0.04em;
  color: ${color.bright};
`;

const Stat = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 0 24px;
  align-items: center;
  min-height: 48px;

  > code {
    font: ${font.counter};
    color: ${color.bright};
  }

  > p {
    font: ${font.dense};
    color: ${color.muted};
  }

  > p > span {
    display: block;
    font: 400 12px/24px ${font.text};
    ${mixin.caps}
  }

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);

    > code {
      font-size: 36px;
    }
  }
`;

/** The static code, which can be used repeatedly. */
export function StaticCode({ label, code }: { readonly label: string; readonly code: string }) {
  return (
    <Stat>
      <code data-static-code>{code}</code>
      <p>
        <span>{label}</span>
        Reusable; each use raises an alert
      </p>
    </Stat>
  );
}

const Codes = styled.ul`
  counter-reset: code;
  display: grid;
  grid-template-columns: repeat(5, minmax(0, 1fr));
  gap: 1px;
  background: ${color.hair};
  border: 1px solid ${color.hair};

  > li {
    counter-increment: code;
    display: flex;
    gap: 8px;
    justify-content: center;
    background: ${color.panel};
    font: 400 14px/40px ${font.text};
    white-space: nowrap;
    color: ${color.bright};
  }

  > li::before {
    content: counter(code, decimal-leading-zero) / '';
    font-size: 12px;
    color: ${color.muted};
  }

  code {
    font: inherit;
  }

  ${media.phone} {
    grid-template-columns: repeat(2, minmax(0, 1fr));

    > li {
      line-height: 44px;
    }
  }
`;

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

/** The last step, with a background of its own at the bottom of its frame. */
export const FinalStep = styled.form`
  display: flex;
  flex-wrap: wrap;
  gap: 16px 24px;
  align-items: center;
  margin: 24px calc(-1 * ${length.inset}) -24px;
  padding: 16px ${length.inset};
  background: ${color.raised};
  border-top: 1px solid ${color.edge};

  > :last-child {
    margin: 0 0 0 auto;
  }

  ${media.phone} {
    display: grid;
    grid-template-columns: minmax(0, 1fr);

    > :last-child {
      margin: 0;
    }
  }
`;

/** A form that reverts something, with a heading of its own. */
export const UndoBox = styled.div`
  background: ${color.panel};
  border: 1px solid ${color.edge};

  > h3 {
    padding: 8px ${length.inset};
    font: 600 14px/24px ${font.text};
    ${mixin.caps}
    color: ${color.void};
    background: ${color.edge};
  }

  > form {
    padding: 16px ${length.inset} 24px;
  }
`;

/**
 * Focuses new content and scrolls to its beginning. Focusing alone would center content that is taller than the window,
 * so that its beginning is out of view.
 */
export function useFocusOnMount(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, [box]);
}
