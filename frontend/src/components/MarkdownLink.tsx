import { createContext, useContext, type JSX, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { ExtraProps } from 'react-markdown';
import { fragmentOf, headingId } from '@/lib/anchors';
import { keepView } from '@/lib/viewAs';
import { PageLink } from './PageLink';
import { TextLink } from './TextLink';

/** Prefix of the ids in the surrounding text. */
export const IdsOfText = createContext('');

/** A link to a record keeps the preview level of the screen; one to a heading of this record stays on the page. */
function RecordAnchor({ to, children }: { readonly to: string; readonly children?: ReactNode }) {
  const { pathname, search } = useLocation();
  const [path = '', anchor] = to.split('#');
  if (anchor !== undefined && path === pathname)
    return <PageLink target={headingId('', anchor)}>{children}</PageLink>;
  const hash = anchor === undefined ? '' : `#${anchor}`;
  return <TextLink to={`${keepView(path, search)}${hash}`}>{children}</TextLink>;
}

/**
 * A link in a text. Links to footnotes and back use ids; links to headings use anchors, which may belong to the text
 * that the page's address names if this text lacks them. Every other link leaves the terminal.
 */
export function MarkdownLink({ href, children, id, node, ...aria }: JSX.IntrinsicElements['a'] & ExtraProps) {
  const ofText = useContext(IdsOfText);
  const { dataRecord, dataFootnoteRef, dataFootnoteBackref } = node?.properties ?? {};
  if (href !== undefined && dataRecord !== undefined)
    return <RecordAnchor to={href}>{children}</RecordAnchor>;
  if (href?.startsWith('#') === true) {
    const fragment = fragmentOf(href);
    const isNote = dataFootnoteRef !== undefined || dataFootnoteBackref !== undefined;
    return (
      <PageLink
        id={id}
        target={isNote ? fragment : headingId(ofText, fragment)}
        otherwise={isNote ? undefined : headingId('', fragment)}
        aria-label={aria['aria-label']}
        aria-describedby={aria['aria-describedby']}
      >
        {children}
      </PageLink>
    );
  }
  return (
    <a href={href} rel="noopener noreferrer nofollow" target="_blank">
      {children}
    </a>
  );
}
