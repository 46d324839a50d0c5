import { lineSafe } from '@/lib/text';
import { QuoteBar, QuoteBox } from './CommentBox.style';
import { withheldLevel } from './comments';

/** A quoted passage, or a bar if the reader may not read it. */
export function QuotedPassage({ quote }: { readonly quote: string }) {
  const level = withheldLevel(quote);
  return (
    <QuoteBox dir="auto">
      {level === null ? lineSafe(quote) : <QuoteBar data-withheld="">LEVEL {level} REQUIRED</QuoteBar>}
    </QuoteBox>
  );
}
