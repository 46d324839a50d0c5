import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { atLeast, checkFields } from '@/lib/checks';
import { Form, useFields, useForm } from './Form';
import { TextInput } from './TextInput';

function Sample({ least, onSubmit }: { readonly least: number; readonly onSubmit: () => void }) {
  const form = useForm(checkFields<{ word: string }>({ word: [atLeast(least, `${least} at least`)] }), {
    word: '',
  });
  const { field } = useFields(form);
  return (
    <Form form={form} label="Sample" onSubmit={onSubmit}>
      <TextInput label="Word" {...field('word')} />
    </Form>
  );
}

test('a form uses the rules of its last rendering', async () => {
  const operator = userEvent.setup();
  const onSubmit = jest.fn();
  const { rerender } = render(<Sample least={2} onSubmit={onSubmit} />);
  rerender(<Sample least={4} onSubmit={onSubmit} />);
  await operator.type(screen.getByLabelText('Word'), 'abc{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
  expect(screen.getByText('4 at least', { exact: false })).toBeInTheDocument();
  rerender(<Sample least={3} onSubmit={onSubmit} />);
  expect(screen.queryByText('4 at least', { exact: false })).not.toBeInTheDocument();
  await operator.type(screen.getByLabelText('Word'), '{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
});
