import { administrator, call, enter, expect, sessionOf, test } from './fixtures';

test.use({ world: 'policy' });

test('the page comes with a policy that allows nothing inline, and a fresh nonce', async ({ request }) => {
  const nonces = new Set<string>();
  for (let visit = 0; visit < 2; visit += 1) {
    const answer = await request.get('/auth');
    const policy = answer.headers()['content-security-policy'] ?? '';
    expect(policy).not.toContain('unsafe-');
    expect(policy).toContain("default-src 'none'");
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    expect(nonce).not.toBe('');
    const page = await answer.text();
    // Visible content before any script is loaded.
    expect(page).toContain('ESTABLISHING LINK');
    expect(/name="?csp-nonce"? content="?([^"\s>]+)/.exec(page)?.[1]).toBe(nonce);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(2);
});

test('the fixture that watches pages detects a violation of the policy', async ({ page, watched }) => {
  await page.goto('/auth');
  await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'body { color: red }';
    document.head.append(style);
  });
  await expect.poll(() => watched.length).toBeGreaterThan(0);
  expect(watched.splice(0).join(' ')).toContain('Content Security Policy');
});

test('a document with entities and tags is shown under the policy', async ({ page, facility, watched }) => {
  const admin = administrator(facility);
  const cookie = await sessionOf(facility, admin);
  const sent = await call(facility, cookie, 'POST', '/api/submissions', {
    title: 'Entities',
    category: 'ENTITY',
    content:
      'Section R&amp;D &copy; &rarr; <b onclick="x()">raw</b>\n\n- [x] ~~struck~~\n\n| a |\n|---|\n| b |',
  });
  const { id } = (await sent.json()) as { readonly id: string };
  const reviewed = await call(facility, cookie, 'PATCH', `/api/admin/submissions/${id}`, {
    status: 'approved',
    clearanceLevel: 1,
  });
  const { documentId } = (await reviewed.json()) as { readonly documentId: string };
  await enter(page.context(), facility, admin);
  await page.goto(`/documents/${documentId}`);
  await expect(page.getByText('Section R&D \u00a9 \u2192 <b onclick="x()">raw</b>')).toBeVisible();
  await expect(page.getByRole('checkbox')).toBeChecked();
  await expect(page.getByRole('cell', { name: 'b', exact: true })).toBeVisible();
  expect(watched).toEqual([]);
});
