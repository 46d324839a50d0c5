import { act, screen, within } from '@testing-library/react';
import { emptyForm } from '@/lib/emptyForm';
import { paths } from '@/lib/paths';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer } from '@/testing/server';
import { emptyDraft, writeDraft } from './draft';

const user = factory.user();
const title = () => screen.getByLabelText('Title');

beforeEach(() => {
  sessionStorage.clear();
  answer('get', '/api/user/submissions', []);
});

describe('a new document', () => {
  const kept = { ...emptyDraft, values: { title: 'Mine', category: '', content: '', release: '' } };
  const file = { name: 'map.pdf', path: '/objects/uploads/1' };
  const begin = async () => {
    const view = renderRoute('/auth/none', { user });
    await act(() => view.router.navigate(paths.submission, { state: emptyForm }));
    await screen.findByLabelText('Title');
    return view;
  };

  test('begins with an empty form, and asks before it leaves unsent text to the drafts', async () => {
    writeDraft(user.id, { ...kept, file });
    const { operator, router } = await begin();
    const dialog = await screen.findByRole('alertdialog', { name: 'New document' });
    expect(dialog).toHaveTextContent('The text stays in your drafts.');
    await operator.click(within(dialog).getByRole('button', { name: 'Begin' }));
    expect(title()).toHaveValue('');
    expect(screen.queryByText('map.pdf')).not.toBeInTheDocument();
    // A reload or Back does not ask again.
    expect(router.state.location.state).toBeNull();
  });

  test('asks for a file alone too, and leaves everything as it is when declined', async () => {
    writeDraft(user.id, { ...emptyDraft, file });
    const { operator } = await begin();
    await operator.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('map.pdf')).toBeVisible();
  });

  test('does not ask where nothing is unsent', async () => {
    await begin();
    expect(title()).toHaveValue('');
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });
});
