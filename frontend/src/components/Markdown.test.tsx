import { render as renderBare, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { requiredTerms } from '@/lib/query';
import { Markdown } from './Markdown';

const render = (text: ReactElement) => renderBare(<MemoryRouter>{text}</MemoryRouter>);

test('a footnote and its way back lead to each other on the same page', () => {
  render(<Markdown text={'The lamp[^1] answers.\n\n[^1]: Filed under seven.'} />);
  const reference = screen.getByRole('link', { name: '1' });
  const back = screen.getByRole('link', { name: /back/i });
  const note = screen.getByRole('listitem');
  expect(note).toHaveTextContent('Filed under seven.');
  expect(note.id).not.toBe('');
  expect(reference).toHaveAttribute('href', `/#${note.id}`);
  expect(reference.id).not.toBe('');
  expect(back).toHaveAttribute('href', `/#${reference.id}`);
  expect(reference).not.toHaveAttribute('target');
  expect(back).not.toHaveAttribute('target');
});

test('a link that leaves the terminal opens elsewhere and tells nothing about it', () => {
  render(<Markdown text="See [the log](https://example.com/log)." />);
  const link = screen.getByRole('link', { name: 'the log' });
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
});

test('no address can run a script', () => {
  render(<Markdown text="[the log](javascript:alert(1))" />);
  expect(screen.getByText('the log')).not.toHaveAttribute('href', expect.stringContaining('javascript'));
});

test('linked headings are named by their words, each by a name of its own', () => {
  render(<Markdown linkHeadings text={'# The *red* door\n\n## Ünder: it\n\n## The red door\n\n## ...'} />);
  expect(screen.getAllByRole('heading').map(({ tagName, id }) => [tagName, id])).toEqual([
    ['H2', 'section-the-red-door'],
    ['H3', 'section-ünder-it'],
    ['H3', 'section-the-red-door-2'],
    ['H3', 'section-'],
  ]);
});

test('headings that nothing links to have no ids, so that several texts fit on one page', () => {
  render(<Markdown text="# The door" />);
  expect(screen.getByRole('heading')).not.toHaveAttribute('id');
});

describe('matches of a search', () => {
  const marks = () =>
    screen.queryAllByText(/./, { selector: 'mark' }).map((mark) => [mark.dataset.match, mark.textContent]);
  const show = (query: string, text: string) =>
    render(<Markdown text={text} marked={requiredTerms(query)} />);

  test('are marked in headings, links, code and tables, which stay what they are', () => {
    show(
      'lamp',
      '# Lamp\n\n[the lamp log](https://example.com/lamp) `lamp` and *L\u00C1MP*\n\n| a |\n|---|\n| lamp |',
    );
    expect(marks()).toEqual([
      ['0', 'Lamp'],
      ['1', 'lamp'],
      ['2', 'lamp'],
      ['3', 'L\u00C1MP'],
      ['4', 'lamp'],
    ]);
    for (const place of ['h2', 'a', 'code', 'em', 'td'])
      expect(screen.getByText(/^l.mp$/i, { selector: `${place} mark` })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'the lamp log' })).toHaveAttribute(
      'href',
      'https://example.com/lamp',
    );
  });

  test('go on in emphasis, and end with a block', () => {
    show('lighthouse "the red"', 'The light**house** is the *red* one.\n\nlight\n\nhouse');
    expect(marks()).toEqual([
      ['0', 'light'],
      ['0', 'house'],
      ['1', 'the '],
      ['1', 'red'],
    ]);
  });

  test('are neither refused words nor fields', () => {
    show('-lamp level:3 door', 'level 3 lamp door');
    expect(marks()).toEqual([['0', 'door']]);
  });
});
