import * as commands from './textCommands';
import type { Edit, TextCommand } from './textCommands';

/** Reads a text in which `⟦` and `⟧` enclose the selection, or `¦` is the caret. */
function read(marked: string): Edit {
  const caret = marked.indexOf('¦');
  const text = marked.replace(/[¦⟦⟧]/g, '');
  if (caret >= 0) return { text, start: caret, end: caret };
  return { text, start: marked.indexOf('⟦'), end: marked.indexOf('⟧') - 1 };
}

function write({ text, start, end }: Edit): string {
  const rest = text.slice(end);
  return start === end
    ? `${text.slice(0, start)}¦${rest}`
    : `${text.slice(0, start)}⟦${text.slice(start, end)}⟧${rest}`;
}

type Rows = readonly (readonly [what: string, before: string, after: string])[];

function check(command: TextCommand, rows: Rows) {
  test.each(rows)('%s', (_, before, after) => {
    expect(write(command(read(before)))).toBe(after);
  });
}

/** Rows in which a second press takes back the first. */
function checkToggle(command: TextCommand, rows: Rows) {
  check(command, rows);
  test.each(rows)('%s, and a second press removes it', (_, before, after) => {
    expect(write(command(read(after)))).toBe(before);
  });
}

describe('bold', () => {
  checkToggle(commands.bold, [
    ['a word', 'the ⟦lamp⟧ room', 'the **⟦lamp⟧** room'],
    ['the whole text', '⟦lamp⟧', '**⟦lamp⟧**'],
    ['the start of the text', '⟦the⟧ lamp', '**⟦the⟧** lamp'],
    ['the end of the text', 'the ⟦lamp⟧', 'the **⟦lamp⟧**'],
    ['letters beyond the basic plane', 'a ⟦𝄞 音 é⟧ b', 'a **⟦𝄞 音 é⟧** b'],
    ['an emoji of several code points', '⟦👩‍🚀⟧', '**⟦👩‍🚀⟧**'],
    ['right-to-left words', 'א ⟦שלום⟧ ב', 'א **⟦שלום⟧** ב'],
    ['the word around the caret', 'the la¦mp room', 'the **la¦mp** room'],
    ['a caret without a word', 'the ¦', 'the **¦**'],
    ['an empty text', '¦', '**¦**'],
    ['words in italic', 'the *⟦lamp⟧* room', 'the ***⟦lamp⟧*** room'],
    ['words after an escaped star', 'a \\*⟦lamp⟧ b', 'a \\***⟦lamp⟧** b'],
    ['several lines', '⟦one\ntwo⟧', '**⟦one**\n**two⟧**'],
    ['paragraphs', '⟦one\n\ntwo⟧ x', '**⟦one**\n\n**two⟧** x'],
    ['the words of list items', '- ⟦one\n- two⟧', '- **⟦one**\n- **two⟧**'],
  ]);
  check(commands.bold, [
    ['leaves blanks outside', 'the⟦ lamp ⟧room', 'the **⟦lamp⟧** room'],
    ['leaves the mark of a line outside', '⟦> - one⟧', '> - **⟦one⟧**'],
    ['removes marks that are selected', 'the ⟦**lamp**⟧ room', 'the ⟦lamp⟧ room'],
    ['removes marks around the word of the caret', '**la¦mp**', 'la¦mp'],
    ['keeps italic when it is removed', '***⟦lamp⟧***', '*⟦lamp⟧*'],
    ['completes lines of which some are bold', '⟦**one**\ntwo⟧', '**⟦one**\n**two⟧**'],
    ['changes nothing for blanks', 'a⟦  ⟧b', 'a⟦  ⟧b'],
  ]);
});

describe('italic', () => {
  checkToggle(commands.italic, [
    ['a word', 'the ⟦lamp⟧ room', 'the *⟦lamp⟧* room'],
    ['a caret without a word', 'a ¦ b', 'a *¦* b'],
    ['bold words', '**⟦lamp⟧**', '***⟦lamp⟧***'],
    ['the word around the caret', 'l¦amp', '*l¦amp*'],
    ['an item of a list with stars', '* ⟦lamp⟧', '* *⟦lamp⟧*'],
  ]);
  check(commands.italic, [['keeps bold when it is removed', '⟦***lamp***⟧', '**⟦lamp⟧**']]);
});

describe('heading', () => {
  checkToggle(commands.toggleHeading, [
    ['the line of the caret', 'one\ntw¦o', 'one\n## tw¦o'],
    ['the start of the text', '¦one', '## ¦one'],
    ['an empty line', 'one\n¦', 'one\n## ¦'],
    ['several lines', 'o⟦ne\ntwo⟧', '## o⟦ne\n## two⟧'],
    ['a quoted line', '> on¦e', '> ## on¦e'],
    ['unicode', '𝄞¦', '## 𝄞¦'],
  ]);
  check(commands.toggleHeading, [
    ['removes a heading of another level', '#### on¦e', 'on¦e'],
    ['replaces the mark of a list', '- on¦e', '## on¦e'],
    ['leaves a hash without a blank', '#on¦e', '## #on¦e'],
  ]);
});

describe('list', () => {
  checkToggle(commands.toggleList, [
    ['the line of the caret', 'on¦e\ntwo', '- on¦e\ntwo'],
    ['several lines, blank ones aside', '⟦one\n\ntwo⟧', '- ⟦one\n\n- two⟧'],
    ['indented lines', '  ⟦one\n  two⟧', '  - ⟦one\n  - two⟧'],
    ['not the line that the selection only reaches', '⟦one\n⟧two', '- ⟦one\n⟧two'],
    ['an empty text', '¦', '- ¦'],
  ]);
  check(commands.toggleList, [
    ['replaces numbers', '⟦1. one\n2. two⟧', '- ⟦one\n- two⟧'],
    ['completes lines of which some are items', '⟦- one\ntwo⟧', '- ⟦one\n- two⟧'],
    ['removes tasks', '- [x] on¦e', 'on¦e'],
  ]);
});

describe('Enter in a list', () => {
  const enter: TextCommand = (edit) => commands.continueLines(edit) ?? edit;
  check(enter, [
    ['begins the next item', '- one¦', '- one\n- ¦'],
    ['keeps the sign of the list', '* one¦', '* one\n* ¦'],
    ['keeps the indentation', '  - one¦', '  - one\n  - ¦'],
    ['counts on', '9. one¦', '9. one\n10. ¦'],
    ['counts on after a parenthesis', '1) one¦', '1) one\n2) ¦'],
    ['begins a task that is not done', '- [x] one¦', '- [x] one\n- [ ] ¦'],
    ['continues a quote', '> one¦', '> one\n> ¦'],
    ['continues a list in a quote', '> - one¦', '> - one\n> - ¦'],
    ['splits an item', '- one ¦two', '- one \n- ¦two'],
    ['replaces the selection', '- one⟦ two⟧', '- one\n- ¦'],
    ['ends the list at an empty item', '- one\n- ¦', '- one\n¦'],
    ['ends a numbered list', '1. one\n2. ¦\nrest', '1. one\n¦\nrest'],
    ['ends a task list', '- [ ] ¦', '¦'],
    ['ends a quote', '> one\n> ¦', '> one\n¦'],
    ['does not repeat a heading in a quote', '> ## one¦', '> ## one\n> ¦'],
    ['keeps unicode', '- 𝄞 音¦', '- 𝄞 音\n- ¦'],
  ]);

  test.each([
    ['a paragraph', 'one¦'],
    ['a heading', '## one¦'],
    ['an indented line', '  one¦'],
    ['the start of an item', '¦- one'],
    ['a dash without a blank', '-one¦'],
    ['a fenced block', '```\n- one¦\n```'],
    ['an empty text', '¦'],
  ])('does nothing of its own in %s', (_, before) => {
    expect(commands.continueLines(read(before))).toBeNull();
  });

  test('works after a fenced block', () => {
    expect(write(enter(read('```\n- code\n```\n- one¦')))).toBe('```\n- code\n```\n- one\n- ¦');
  });
});

describe('link', () => {
  check(commands.link(true), [
    ['begins a link to a record', 'see ¦', 'see [[¦]]'],
    ['links the selected words', 'see ⟦the lamp⟧.', 'see [[¦|the lamp]].'],
    ['leaves blanks outside', 'see⟦ lamp ⟧.', 'see [[¦|lamp]] .'],
    ['escapes the sign in a table', '| ⟦lamp⟧ | b |', '| [[¦\\|lamp]] | b |'],
    ['links words with brackets to an address', 'see ⟦lamp [old]⟧.', 'see [lamp [old]](¦).'],
    ['removes a link that it began', 'see [[¦|the lamp]].', 'see ⟦the lamp⟧.'],
    ['removes a link to a record', 'see [[The ga¦te#Keys]].', 'see ⟦The gate#Keys⟧.'],
    ['removes one in a table', '| [[a\\|la¦mp]] |', '| ⟦lamp⟧ |'],
    ['asks for the words of an address', '⟦https://a.example/b⟧', '[¦](https://a.example/b)'],
    ['removes the link of the caret', 'a [la¦mp](https://a.example) b', 'a ⟦lamp⟧ b'],
    ['removes a selected link', 'a ⟦[lamp](/documents)⟧ b', 'a ⟦lamp⟧ b'],
    ['begins one after another link', '[a](/b)¦', '[a](/b)[[¦]]'],
    ['keeps unicode', '⟦音 𝄞⟧', '[[¦|音 𝄞]]'],
    ['changes nothing over several lines', '⟦one\ntwo⟧', '⟦one\ntwo⟧'],
  ]);
  describe('where records cannot be linked', () => {
    check(commands.link(false), [
      ['begins a link to an address', 'see ¦', 'see [¦]()'],
      ['links the selected words', 'see ⟦the lamp⟧.', 'see [the lamp](¦).'],
    ]);
  });
});

describe('passage', () => {
  checkToggle(commands.passage(4), [
    ['words within a line', 'the ⟦lamp⟧ room', 'the {{4|⟦lamp⟧}} room'],
    ['a whole line', '⟦the lamp⟧', ':::level 4\n⟦the lamp⟧\n:::'],
    ['several lines', 'a\n⟦one\n\ntwo⟧\nb', 'a\n:::level 4\n⟦one\n\ntwo⟧\n:::\nb'],
    ['unicode', 'a ⟦𝄞⟧', 'a {{4|⟦𝄞⟧}}'],
  ]);
  check(commands.passage(4), [
    ['takes the line of the caret', 'a\non¦e\nb', 'a\n:::level 4\n⟦one⟧\n:::\nb'],
    ['begins an empty passage', 'a\n¦', 'a\n:::level 4\n¦\n:::'],
    ['takes whole lines of a selection of several', 'o⟦ne\ntw⟧o', ':::level 4\n⟦one\ntwo⟧\n:::'],
    ['changes the level of lines', ':::level 2\non¦e\n:::', ':::level 4\non¦e\n:::'],
    ['changes the level of words', 'a {{2|la¦mp}}', 'a {{4|⟦lamp⟧}}'],
    ['removes a passage at its caret', ':::level 4\non¦e\n:::\nb', '⟦one⟧\nb'],
    ['removes a passage without an end', ':::level 4\non¦e', '⟦one⟧'],
    [
      'finds the second of two',
      ':::level 4\na\n:::\n:::level 2\n¦b\n:::',
      ':::level 4\na\n:::\n:::level 4\n¦b\n:::',
    ],
    ['leaves a bar of lines', ':::withheld 5\n¦:::', ':::withheld 5\n¦:::'],
    ['leaves a bar of words', 'a {{with¦held 5}}', 'a {{with¦held 5}}'],
    ['does not nest', '⟦a\n:::level 2\nb\n:::⟧', '⟦a\n:::level 2\nb\n:::⟧'],
  ]);
});

describe('table', () => {
  const empty = '| ⟦Column⟧ | Column |\n| --- | --- |\n|  |  |';
  check(commands.table, [
    ['in an empty text', '¦', empty],
    ['after the line of the caret', 'on¦e', `one\n\n${empty}`],
    ['on an empty line after words', 'one\n¦', `one\n\n${empty}`],
    ['on an empty line after a blank one', 'one\n\n¦', `one\n\n${empty}`],
    ['before other words', '¦\ntwo', `${empty}\n\ntwo`],
    [
      'of selected lines',
      '⟦Hour\tAnswer\n02:14\tnone⟧',
      '| ⟦Hour | Answer⟧ |\n| --- | --- |\n| 02:14 | none |',
    ],
    ['of lines with different numbers of cells', '⟦a\nb\tc⟧', '| ⟦a | ⟧ |\n| --- | --- |\n| b | c |'],
    ['of a line with a bar', '⟦a|b⟧', '| ⟦a\\|b⟧ |\n| --- |'],
  ]);
});
