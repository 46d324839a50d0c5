import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Textarea } from './Textarea';
import { TextInput } from './TextInput';

function Fields() {
  const [title, setTitle] = useState('');
  const [content, setContent] = useState('');
  return (
    <>
      <TextInput label="Title" value={title} onChange={({ target }) => setTitle(target.value)} />
      <Textarea label="Content" value={content} onChange={({ target }) => setContent(target.value)} />
    </>
  );
}

test('harmless characters of pasted text are replaced, and the caret stays after it', async () => {
  render(<Fields />);
  const content = screen.getByLabelText<HTMLTextAreaElement>('Content');
  const operator = userEvent.setup();
  await operator.type(content, 'ab');
  content.setSelectionRange(1, 1);
  await operator.paste('One\fTwo\u2028');
  expect(content).toHaveValue('aOne\nTwo\nb');
  expect(content.selectionStart).toBe(9);
  const title = screen.getByLabelText('Title');
  await operator.click(title);
  await operator.paste('\u00A0Site\v19\u200B');
  expect(title).toHaveValue('\u00A0Site 19\u200B');
  fireEvent.blur(title);
  expect(title).toHaveValue('Site 19');
});

test('a refused character is reported at once and removed on request', async () => {
  render(<Fields />);
  const operator = userEvent.setup();
  await operator.click(screen.getByLabelText('Title'));
  await operator.paste('Site\u202E19');
  expect(screen.getByText(/text-direction characters: character 5 is U\+202E/)).toBeInTheDocument();
  expect(screen.getByLabelText('Title')).toBeInvalid();
  await operator.click(screen.getByRole('button', { name: 'Remove such characters' }));
  expect(screen.getByLabelText('Title')).toHaveValue('Site19');
  expect(screen.getByLabelText('Title')).toHaveFocus();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
