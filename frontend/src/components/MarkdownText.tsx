import { lazyPart } from './lazyPart';
import { PartFailed } from './PartFailed';
import { LoadingState } from './States';

/** The rendered text of a document. The Markdown library is loaded only for the screens that use it. */
export const MarkdownText = lazyPart(
  async () => (await import(/* webpackChunkName: "markdown" */ './Markdown')).Markdown,
  { waiting: <LoadingState label="DECODING RECORD" />, Failed: PartFailed },
);
