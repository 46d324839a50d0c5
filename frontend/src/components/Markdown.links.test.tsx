import { render as renderBare, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import userEvent from '@testing-library/user-event';
import { RouterProvider } from '@/router/RouterProvider';
import { InRouter, makeBareRouter } from '@/testing/memoryRouter';
import { Markdown } from './Markdown';

const render = (text: ReactElement) => renderBare(<InRouter>{text}</InRouter>);

test('links of a text that is not yet a record show their names, except in code', () => {
  const { container } = render(<Markdown text={'See [[The Pump House]] and `[[code]]`.'} />);
  expect(container).toHaveTextContent('See The Pump House and [[code]].');
  expect(screen.getByText('The Pump House')).toHaveAttribute(
    'data-tip',
    'Links to this record once published',
  );
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

test('text without record links keeps its brackets, except those to its own headings', () => {
  const { container } = render(<Markdown text="See [[The Pump House|it]] and [[#Keys]]." links={[]} />);
  expect(container).toHaveTextContent('See [[The Pump House|it]] and Keys.');
});

describe('links with a heading and words', () => {
  const link = (label: string, title: string | null) => ({
    label,
    title,
    id: title === null ? null : title.replaceAll(/\W/g, '').toLowerCase(),
  });
  const links = [
    link('The gate|the door', 'The gate'),
    link('The gate#Under: the Lamp!', 'The gate'),
    link('doc-3fa9c1#Keys', 'The wall'),
    link('doc-3fa9c1|this', 'The wall'),
    link('case #12', 'Case #12'),
    link('Case #12|it', 'Case #12'),
    link('The vault#Door|the vault', null),
  ];

  test.each([
    ['The gate|the door', 'the door', '/documents/thegate'],
    ['The gate#Under: the Lamp!', 'The gate#Under: the Lamp!', '/documents/thegate#under-the-lamp'],
    ['doc-3fa9c1#Keys', 'The wall#Keys', '/documents/thewall#keys'],
    ['doc-3fa9c1|this', 'this', '/documents/thewall'],
    ['case #12', 'case #12', '/documents/case12'],
    ['Case #12|it', 'it', '/documents/case12'],
  ])('%p shows %p and leads to %p', (label, words, href) => {
    render(<Markdown text={`See [[${label}]].`} links={links} />);
    expect(screen.getByRole('link', { name: words })).toHaveAttribute('href', href);
  });

  test('are escaped in tables', () => {
    render(<Markdown text={'| a |\n|---|\n| [[The gate\\|the door]] |'} links={links} />);
    expect(screen.getByRole('link', { name: 'the door' })).toBeInTheDocument();
  });

  test('show only their words where they lead to no record', () => {
    const { container } = render(<Markdown text="See [[The vault#Door|the vault]]." links={links} />);
    expect(container).toHaveTextContent('See the vault (link to no record).');
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });

  test('lead to headings of the same text', async () => {
    const text = '# The [[The gate|red]] door\n\n[[#the red door]] [[#The red door|up]]';
    render(<Markdown isNamed text={text} links={links} />);
    for (const name of ['the red door', 'up']) {
      await userEvent.setup().click(screen.getByRole('link', { name }));
      expect(screen.getByRole('heading')).toHaveFocus();
    }
  });

  test('lead to headings of their own record without leaving the page', async () => {
    const text = '# Under the lamp\n\n[[The gate#Under: the Lamp!]]';
    const router = makeBareRouter('/documents/thegate');
    renderBare(
      <RouterProvider router={router}>
        <Markdown isNamed text={text} links={links} />
      </RouterProvider>,
    );
    await userEvent.setup().click(screen.getByRole('link'));
    expect(screen.getByRole('heading')).toHaveFocus();
    expect(router.state.location.hash).toBe('#under-the-lamp');
  });
});
