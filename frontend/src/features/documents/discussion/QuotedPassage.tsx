import { QuoteBar, QuoteBox } from '@/components/CommentBox';
import { Isolated } from '@/components/Isolated';
import { withheldLevel } from './comments';

/** A quoted passage, or a bar where the reader may not read it. */
export function QuotedPassage({ quote }: { readonly quote: string }) {
  const level = withheldLevel(quote);
  return (
    <QuoteBox>
      {level === null ? <Isolated>{quote}</Isolated> : <QuoteBar>LEVEL {level} REQUIRED</QuoteBar>}
    </QuoteBox>
  );
}
