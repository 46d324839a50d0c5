import { lazyPart } from './lazyPart';
import { PartFailed } from './PartFailed';
import { LoadingState } from './States';

/** A document's text, rendered. It brings a library along that no other screen needs. */
export const MarkdownText = lazyPart(
  async () => (await import(/* webpackChunkName: "markdown" */ './Markdown')).Markdown,
  { waiting: <LoadingState label="DECODING RECORD" />, Failed: PartFailed },
);
