import styled from '@emotion/styled';
import { Link } from 'react-router-dom';
import { cutTip } from '@/components/tips';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { lineSafe } from '@/lib/text';
import { theme } from '@/theme/theme';
import { SectionIcon, type SectionMark } from './SectionIcon.style';

const { color, font, length, media } = theme;

const Head = styled.h3`
  display: flex;
  gap: 12px;
  align-items: center;
  height: 32px;
  padding: 0 ${length.inset};
  font: 600 12px/24px ${font.text};
  letter-spacing: 0.08em;
  text-transform: uppercase;
  color: ${color.text};

  &::after {
    content: '';
    flex: 1;
    border-top: 1px dashed ${color.hair};
  }
`;

const Row = styled(Link)`
  display: grid;
  grid-template-columns: 16px minmax(0, 1fr) auto;
  gap: 12px;
  min-height: 32px;
  padding: 4px ${length.inset};
  font: 400 14px/24px ${font.text};
  color: ${color.bright};
  text-decoration: none;

  align-items: start;

  > svg {
    margin-top: 4px;
  }

  > svg,
  > span:last-of-type {
    color: ${color.muted};
  }

  > span:last-of-type {
    font-variant-numeric: tabular-nums;
  }

  &:hover {
    background: ${color.raised};
  }

  &:focus-visible {
    outline-offset: -2px;
  }

  &[aria-current] {
    background: ${color.text};

    &,
    > svg,
    > span:last-of-type {
      color: ${color.onAccent};
    }
  }

  ${media.phone} {
    min-height: 44px;
  }
`;

const Words = styled.span`
  min-width: 0;

  > * {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

const About = styled.span`
  font: 400 12px/18px ${font.text};
  color: ${color.muted};

  [aria-current] & {
    color: inherit;
  }
`;

/** Indentation of a section below its parent, in pixels. */
const step = 28;

interface SectionLine {
  readonly id: string;
  readonly name: string;
  readonly mark: SectionMark;
  /** The name of its type. */
  readonly type: string;
  /** May be empty. */
  readonly description: string;
  /** The day of its creation. */
  readonly created: string;
  /** How many sections it is below. */
  readonly depth: number;
  /** How many documents the reader may see in it. */
  readonly count: number;
  /** It takes no documents, and only administrators see it. */
  readonly isClosed: boolean;
}

interface SectionLines {
  readonly heading: string;
  readonly lines: readonly SectionLine[];
}

interface SectionTreeProps {
  readonly groups: readonly SectionLines[];
  /** The id of the section that is shown. */
  readonly current: string;
  readonly pathOf: (id: string) => string;
  readonly onOpen: () => void;
}

/** The sections as links, those below another standing in from it. */
export function SectionTree({ groups, current, pathOf, onOpen }: SectionTreeProps) {
  return groups.map(({ heading, lines }) => (
    <section key={heading} aria-label={heading}>
      <Head>{heading}</Head>
      <ul>
        {lines.map(({ id, name, mark, type, description, created, depth, count, isClosed }) => (
          <li key={id}>
            <Row
              to={pathOf(id)}
              onClick={onOpen}
              preventScrollReset
              aria-current={id === current ? 'true' : undefined}
              style={depth === 0 ? {} : { paddingLeft: `calc(${length.inset} + ${depth * step}px)` }}
            >
              <SectionIcon mark={mark} />
              <Words>
                <span {...cutTip(name)}>{lineSafe(name)}</span>
                {description !== '' && <About {...cutTip(description)}>{lineSafe(description)}</About>}
                <About>
                  {type}, created {created}
                </About>
              </Words>
              <span>
                {isClosed && 'closed '}
                {count}
                <VisuallyHidden> {count === 1 ? 'document' : 'documents'}</VisuallyHidden>
              </span>
            </Row>
          </li>
        ))}
      </ul>
    </section>
  ));
}
