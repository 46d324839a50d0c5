import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

type Syntax = ReturnType<typeof gfm>;
type FromSyntax = ReturnType<typeof gfmFromMarkdown>[number];
type Construct = Extract<NonNullable<Syntax['text']>[string], { readonly tokenize: unknown }>;
type Token = Parameters<Parameters<Construct['tokenize']>[0]['exit']>[0];
type State = ReturnType<Construct['tokenize']>;

/** Name of the token for a tag that breaks the line. */
const breakTag = 'breakTag' as Token;

const [less, slash, greater] = [60, 47, 62];
/** A blank, and the parser's codes for a tab. */
const blanks = [32, -1, -2];

/** `<br>` in any case, optionally with blanks and a `/` after the name. */
const breakTags: Construct = {
  name: breakTag,
  tokenize: (effects, ok, nok) => {
    /** Consumes one of these characters, then continues with the next state. */
    const take = (codes: readonly number[], then: () => State): State =>
      function took(code) {
        if (code === null || !codes.includes(code)) return nok(code);
        effects.consume(code);
        return then();
      };
    const end: State = (code) => {
      if (code !== null && blanks.includes(code)) return take(blanks, () => end)(code);
      return take([greater], () => {
        effects.exit(breakTag);
        return ok;
      })(code);
    };
    const afterName: State = (code) => {
      if (code !== null && blanks.includes(code)) return take(blanks, () => afterName)(code);
      return code === slash ? take([slash], () => end)(code) : end(code);
    };
    const name = take([98, 66], () => take([114, 82], () => afterName));
    return (code) => {
      effects.enter(breakTag);
      return take([less], () => name)(code);
    };
  },
};

/**
 * HTML is not markup here: a tag or comment in angle brackets is text. The server's plain texts follow the same rule.
 */
const withoutHtml: Syntax = {
  disable: { null: ['htmlFlow', 'htmlText'] },
  text: { [less]: breakTags },
};

/** `value` is used where only text is possible: in the description of an image. */
const lineBreak = { type: 'break', value: '\n' } as const;

const breaksFromTags: FromSyntax = {
  enter: {
    [breakTag]: function enter(token) {
      this.enter({ ...lineBreak }, token);
    },
  },
  exit: {
    [breakTag]: function exit(token) {
      this.exit(token);
    },
  },
};

/** Where the Markdown parser stores its extensions. */
interface ReaderData {
  micromarkExtensions?: unknown[];
  fromMarkdownExtensions?: unknown[];
}

/**
 * Markdown without HTML, with tables, strikethrough, task lists, footnotes and bare URLs as on GitHub. `remark-gfm`
 * also contains a serializer, which is not needed here.
 */
export function readMarkdown(this: { readonly data: () => object }): void {
  const data: ReaderData = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), gfm(), withoutHtml];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), gfmFromMarkdown(), breaksFromTags];
}
