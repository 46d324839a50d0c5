import styled from '@emotion/styled';
import { cutTip } from '@/components/tips';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { lineSafe } from '@/lib/text';
import { Link } from '@/router/Link';
import { lineMixin } from '@/theme/lineMixin';
import { mixin, theme } from '@/theme/theme';

const { color, font, length, media } = theme;

export type SectionMark = 'story_arc' | 'timeline' | 'category' | 'general';

/** Paths on a grid of 16 by 16, with square strokes. */
const strokes: Readonly<Record<SectionMark, string>> = {
  story_arc: 'M2 13.5h12M2.5 11C4 3 12 3 13.5 11',
  timeline: 'M1.5 8h13M4 5v6M8 5v6M12 5v6',
  category: 'M2 2h5v5H2zM9 2h5v5H9zM2 9h5v5H2zM9 9h5v5H9z',
  general: 'M2 5.5h12v9H2zM3.5 2.5h9l1.5 3H2zM6 8.5h4',
};

const Drawing = styled.svg`
  flex: none;
  ${mixin.icon}
`;

/** The icon of a section's type, beside a text that names the type or does not need to. */
export function SectionIcon({ mark }: { readonly mark: SectionMark }) {
  return (
    <Drawing viewBox="0 0 16 16" aria-hidden="true" data-mark={mark}>
      <path d={strokes[mark]} />
    </Drawing>
  );
}

const Head = styled.h3`
  ${lineMixin.groupHead}
  font-weight: 600;
  letter-spacing: 0.08em;
  color: ${color.text};
`;

const Row = styled(Link)`
  ${lineMixin.cursorRow}
  grid-template-columns: 16px minmax(0, 1fr) auto;
  gap: 12px;
  align-items: start;
  min-height: 32px;
  padding: 4px ${length.inset};
  color: ${color.bright};

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

  &[aria-current] > span:last-of-type {
    color: ${color.onAccent};
  }

  ${media.phone} {
    min-height: 44px;
  }
`;

const Words = styled.span`
  min-width: 0;

  > * {
    display: block;
    ${mixin.cut}
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
  readonly type: string;
  /** May be empty. */
  readonly description: string;
  readonly created: string;
  /** Number of its ancestors. */
  readonly depth: number;
  /** Number of documents that the reader may see in it. */
  readonly count: number;
  /** It accepts no documents, and only administrators see it. */
  readonly isClosed: boolean;
}

interface SectionLines {
  readonly heading: string;
  readonly lines: readonly SectionLine[];
}

interface SectionTreeProps {
  readonly groups: readonly SectionLines[];
  /** Id of the selected section. */
  readonly current: string;
  readonly pathOf: (id: string) => string;
  readonly onOpen: () => void;
}

/** The sections as links, indented by level. */
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
