import { render, screen } from '@testing-library/react';
import { ConfirmDialogBox } from './ConfirmDialogBox';
import { DialogBox } from './DialogBox';
import { NoticeBoard } from '@/app/shell/NoticeBoard';

const sentence = (title: string) => `SUB-3FA9C1 "${title}" at clearance level 5 becomes a document.`;
const rewriting = 'Lamp\u2069\u202E 1 level';

test('a title cannot reorder the sentence of a confirmation', () => {
  render(
    <ConfirmDialogBox
      open
      onOpenChange={jest.fn()}
      title="Approve submission"
      description={sentence(rewriting)}
      confirmLabel="Approve"
      onConfirm={jest.fn()}
    />,
  );
  expect(screen.getByText(sentence('Lamp 1 level'))).toBeInTheDocument();
});

test('a title cannot reorder the sentence of a form dialog', () => {
  render(
    <DialogBox open onOpenChange={jest.fn()} title="Reject submission" description={sentence(rewriting)} />,
  );
  expect(screen.getByText(sentence('Lamp 1 level'))).toBeInTheDocument();
});

test('a name cannot reorder a notification', () => {
  render(
    <NoticeBoard
      toast={{ id: 1, tone: 'ok', title: 'Saved', description: sentence(rewriting) }}
      onDismiss={jest.fn()}
    />,
  );
  expect(screen.getByText(sentence('Lamp 1 level'))).toBeInTheDocument();
});
