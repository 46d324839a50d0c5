import { http, HttpResponse } from 'msw';
import { server } from '@/testing/server';
import { releaseReload, claimReload, findLoadFailure } from './release';
import { readStored } from './storage';

const page = (...scripts: readonly string[]) =>
  scripts.map((src) => `<script defer="defer" src="${src}"></script>`).join('');

afterEach(() => {
  document.head.replaceChildren();
});

function serve(answer: () => Response) {
  document.head.innerHTML = `${page('/assets/vendor.1.js', '/assets/main.1.js')}<script src="/assets/page.1.js"></script>`;
  server.use(http.get('*/', answer));
}

test.each([
  ['the same page', () => HttpResponse.text(page('/assets/vendor.1.js', '/assets/main.1.js')), 'line'],
  ['a newer page', () => HttpResponse.text(page('/assets/vendor.1.js', '/assets/main.2.js')), 'release'],
  ['a refusal', () => HttpResponse.text('', { status: 503 }), 'line'],
  ['no answer', () => HttpResponse.error(), 'line'],
])('when %s, the failure is %s', async (_what, answer, why) => {
  serve(answer);
  await expect(findLoadFailure()).resolves.toBe(why);
});

test('a screen is reloaded once until it has loaded again', () => {
  expect([claimReload('home'), claimReload('home'), claimReload('admin')]).toEqual([true, false, true]);
  releaseReload('home');
  expect(readStored('reloadedFor')).toBe('admin');
  releaseReload('admin');
  expect([readStored('reloadedFor'), claimReload('admin')]).toEqual([null, true]);
});

test('does not reload if the reload cannot be remembered', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('blocked');
  });
  expect(claimReload('home')).toBe(false);
  jest.restoreAllMocks();
});
