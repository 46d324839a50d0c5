import { lazy, Suspense } from 'react';
import { Frame } from '@/components/Frame';
import { EmptyState, LoadingState } from '@/components/States';
import { lazyWithRetry } from '@/lib/lazyWithRetry';

const Markdown = lazy(async () => {
  const module = await lazyWithRetry(
    'markdown',
    () => import(/* webpackChunkName: "markdown" */ '@/components/Markdown'),
  );
  return { default: module.Markdown };
});

/** What the document says. */
export function DocumentContent({ text }: { readonly text: string }) {
  return (
    <Frame caption="Content">
      {text.trim() === '' ? (
        <EmptyState title="No content available for this document." />
      ) : (
        <Suspense fallback={<LoadingState label="DECODING RECORD" />}>
          <Markdown text={text} />
        </Suspense>
      )}
    </Frame>
  );
}
