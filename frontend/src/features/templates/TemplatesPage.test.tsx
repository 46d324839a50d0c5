import { act, screen, waitFor, within } from '@testing-library/react';
import type { Template } from '@/api/types';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';

const builtIn = factory.template({
  name: 'Entity Object Document',
  isBuiltIn: true,
  content: '## Summary',
  updatedAt: null,
});
const custom = factory.template({ name: 'Patrol report', requiredClearanceLevel: 2 });

async function open(user = factory.user(), templates: Template[] = [builtIn, custom], path = '/templates') {
  const reads = answer('get', '/api/templates', () => templates);
  const view = renderRoute(path, { user });
  await screen.findByRole('link', { name: 'Entity Object Document' });
  return { ...view, reads };
}

test('an empty list says so, and an administrator can still create a template', async () => {
  answer('get', '/api/templates', () => []);
  const { operator } = renderRoute('/templates', { user: factory.user({ isAdmin: true }) });
  expect(await screen.findByText('NO TEMPLATES AVAILABLE')).toBeInTheDocument();
  await operator.click(screen.getByRole('button', { name: 'Create custom' }));
  expect(await screen.findByRole('form', { name: 'Create custom template' })).toBeInTheDocument();
  expect(screen.queryByText('NO TEMPLATES AVAILABLE')).not.toBeInTheDocument();
});

test('a reader can preview a template and start a record from it', async () => {
  const { operator, router, reads } = await open();
  expect(await screen.findByRole('heading', { name: 'Summary' })).toBeInTheDocument();
  expect(reads[0]?.url.search).toBe('');
  expect(screen.queryByRole('button', { name: 'Create custom' })).not.toBeInTheDocument();
  await operator.click(screen.getByRole('link', { name: 'Patrol report' }));
  expect(await screen.findByRole('heading', { name: 'Rounds' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Retire' })).not.toBeInTheDocument();
  expect(router.state.location.search).toBe(`?template=${custom.id}`);
  await expectNoAxeViolations();
  answer('get', '/api/user/submissions', []);
  await operator.click(screen.getByRole('link', { name: 'Use template' }));
  expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('[Draft] Patrol report');
  expect(screen.getByRole('textbox', { name: 'Content' })).toHaveValue('## Rounds');
  expect(screen.getByRole('combobox', { name: 'Category' })).toHaveValue('SITE');
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('links lead to a new submission and back', async () => {
  await open();
  expect(screen.getByRole('link', { name: 'New submission' })).toHaveAttribute('href', '/submission');
  expect(screen.getByRole('link', { name: 'Return' })).toHaveAttribute('href', '/');
});

test('an administrator creates a template', async () => {
  const templates = [builtIn];
  const { operator, reads } = await open(factory.admin(), templates);
  expect(reads[0]?.url.search).toBe('?retired=true');
  await operator.click(screen.getByRole('button', { name: 'Create custom' }));
  const form = screen.getByRole('form', { name: 'Create custom template' });
  const inside = within(form);
  await operator.click(inside.getByRole('button', { name: 'Create' }));
  expect(await findToast('Missing fields')).toHaveTextContent('Please fill in all required fields');
  await operator.type(inside.getByRole('textbox', { name: 'Name' }), 'Night patrol');
  await operator.selectOptions(inside.getByRole('combobox', { name: 'Category' }), 'SITE');
  await operator.selectOptions(inside.getByRole('combobox', { name: 'Required clearance' }), '3');
  await operator.type(inside.getByRole('textbox', { name: 'Content' }), '## Night');
  const made = factory.template({ name: 'Night patrol', content: '## Night' });
  const calls = answer('post', '/api/templates', () => {
    templates.push(made);
    return made;
  });
  await operator.click(inside.getByRole('button', { name: 'Create' }));
  expect(await findToast('Template created')).toBeInTheDocument();
  expect(calls[0]?.body).toEqual({
    name: 'Night patrol',
    category: 'SITE',
    content: '## Night',
    requiredClearanceLevel: 3,
    description: '',
  });
  expect(await screen.findByRole('heading', { name: 'Night' })).toBeInTheDocument();
});

test('typed text is kept when saving fails and when the screen is left', async () => {
  const user = factory.admin();
  const { operator, router } = await open(user);
  await operator.click(screen.getByRole('button', { name: 'Create custom' }));
  await operator.type(screen.getByRole('textbox', { name: 'Name' }), 'Night patrol');
  await operator.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'SITE');
  await operator.type(screen.getByRole('textbox', { name: 'Content' }), 'Text');
  refuse('post', '/api/templates', 409, {
    code: 'too_many_templates',
    message: 'There are already 500 templates.',
  });
  await operator.click(screen.getByRole('button', { name: 'Create' }));
  expect(await findToast('Creation failed')).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('There are already 500 templates.');
  await act(() => router.navigate('/'));
  await screen.findByRole('heading', { name: /SECURE TERMINAL/ });
  await act(() => router.navigate('/templates'));
  await operator.click(await screen.findByRole('button', { name: 'Create custom' }));
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Night patrol');
  await operator.click(screen.getByRole('button', { name: 'Discard' }));
  await operator.click(screen.getByRole('button', { name: 'Create custom' }));
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('');
});

test('an administrator edits the loaded version and retires a template', async () => {
  const { operator } = await open(factory.admin(), [builtIn, custom], `/templates?template=${custom.id}`);
  await operator.click(screen.getByRole('button', { name: 'Edit' }));
  const name = screen.getByRole('textbox', { name: 'Name' });
  await operator.clear(name);
  await operator.type(name, 'Day patrol');
  const calls = answer('patch', '/api/templates/:id', { ...custom, name: 'Day patrol' });
  await operator.click(screen.getByRole('button', { name: 'Save' }));
  expect(await findToast('Template updated')).toBeInTheDocument();
  expect(calls[0]?.body).toMatchObject({ name: 'Day patrol', updatedAt: custom.updatedAt });
  await operator.click(await screen.findByRole('button', { name: 'Retire' }));
  expect(await findToast('Template retired')).toBeInTheDocument();
  expect(calls[1]?.body).toEqual({ isActive: false });
});

test('a built-in template cannot be changed, and a retired one cannot be used', async () => {
  const retired = factory.template({ name: 'Old form', isActive: false });
  const { operator } = await open(factory.admin(), [builtIn, retired]);
  expect(screen.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
  await operator.click(screen.getByRole('link', { name: 'Old form' }));
  expect(await screen.findByRole('button', { name: 'Offer again' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Use template' })).not.toBeInTheDocument();
});

test('a picture can be placed in a template', async () => {
  answer('post', '/api/objects/upload', { uploadURL: 'http://localhost/api/objects/upload/t' });
  refuse('put', '/api/objects/upload/:ticket', 400, {
    code: 'no_picture',
    message: 'This is not a picture.',
  });
  const { operator } = await open(factory.admin());
  await operator.click(screen.getByRole('button', { name: 'Create custom' }));
  const file = Object.assign(new File(['x'], 'slate.png', { type: 'image/png' }), {
    stream: () => new Response('x').body,
  });
  await operator.upload(await screen.findByLabelText('Choose pictures'), file);
  const content = screen.getByRole('textbox', { name: 'Content' });
  await waitFor(() => expect(content).toHaveValue('![slate.png](uploading:1)'));
  expect(await screen.findByText(/This is not a picture/)).toHaveTextContent('ERR');
  await operator.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(content).toHaveValue('');
});
