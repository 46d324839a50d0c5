import '@testing-library/jest-dom';
import { act, configure } from '@testing-library/react';
import * as React from 'react';
import { writeDrafts } from '@/lib/drafts';
import { server } from './server';
import { FakeSocket } from './socket';
import { shareComputedStyles } from './styles';

// Before a test replaces it.
const { setTimeout: realTimeout } = globalThis;

/** How long a test with fake timers waits between two looks, in milliseconds that pass. */
const realPause = 5;

configure({
  // Two shared cores: the first lazy page of a test file can take a while to transform.
  asyncUtilTimeout: 12000,
  // With fake timers these 12 seconds pass in 30 milliseconds, in which the server of the tests may not have answered.
  unstable_advanceTimersWrapper: async (advance) => {
    await act(async () => {
      await advance();
    });
    await new Promise((resolve) => {
      realTimeout(resolve, realPause);
    });
  },
});

// --- what jsdom does not have -------------------------------------------------------------------------------------

class ObserverStub {
  observe() {
    return undefined;
  }
  unobserve() {
    return undefined;
  }
  disconnect() {
    return undefined;
  }
}

Object.defineProperty(globalThis, 'ResizeObserver', { value: ObserverStub, writable: true });

// Node's FormData, which the fetch of the tests needs, takes no form; React hands it one when a submit navigates.
globalThis.FormData = new Proxy(globalThis.FormData, { construct: (Original) => new Original() });

if (typeof Element !== 'undefined') {
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
  Element.prototype.setPointerCapture = () => undefined;
  Element.prototype.releasePointerCapture = () => undefined;
  window.scrollTo = () => undefined;
  Element.prototype.checkVisibility = () => true;
  shareComputedStyles();
  // Types into the field that has the focus, as a browser does.
  const execCommand = (command: string, _shown: boolean, text: string) => {
    // eslint-disable-next-line testing-library/no-node-access
    const field = document.activeElement as HTMLInputElement | HTMLTextAreaElement;
    const to = field.selectionEnd ?? field.value.length;
    const from = field.selectionStart ?? to;
    field.setRangeText(text, command === 'delete' && from === to ? Math.max(0, to - 1) : from, to, 'end');
    return field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text }));
  };
  Object.assign(document, { execCommand });
  // As browsers have it for a page of the machine itself.
  Object.assign(window, { isSecureContext: true });
  window.matchMedia = (query) =>
    ({
      matches: false,
      media: query,
      onchange: null,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      dispatchEvent: () => false,
    }) as unknown as MediaQueryList;
}

// The styles of the components stay out of the page: jsdom has no layout, and compares each rule with each element that
// a test asks about.
jest.mock('@emotion/sheet', () => ({
  StyleSheet: class {
    readonly tags = [];
    insert() {
      return undefined;
    }
    flush() {
      return undefined;
    }
    hydrate() {
      return undefined;
    }
  },
}));

// For the text of a warning, React's development build records the stack at each element it makes, which takes some
// per cent of the tests' time. It stops by itself after 10,000 elements in a second, and here from the first.
Object.defineProperty(
  (React as unknown as Record<string, object>)
    .__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE,
  'recentlyCreatedOwnerStacks',
  { get: () => Infinity, set: () => undefined },
);

// --- no call leaves the process -------------------------------------------------------------------------------------

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
});

beforeEach(() => {
  FakeSocket.all = [];
  Object.defineProperty(globalThis, 'WebSocket', { value: FakeSocket, writable: true, configurable: true });
});

afterEach(() => {
  server.resetHandlers();
  localStorage.clear();
  // The next test begins without the texts of this one.
  writeDrafts();
  sessionStorage.clear();
  document.documentElement.className = '';
});

afterAll(() => {
  server.close();
});
