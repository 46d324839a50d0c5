import '@testing-library/jest-dom';
import { act, configure } from '@testing-library/react';
import * as React from 'react';
import { writeDrafts } from '@/lib/drafts';
import { server } from './server';
import { FakeSocket } from './socket';
import { shareComputedStyles } from './styles';

// Saved before a test replaces it.
const { setTimeout: realTimeout } = globalThis;

/** Real time in milliseconds that a test with fake timers waits between two checks. */
const realPause = 5;

configure({
  // On two shared cores, transforming the first lazy page of a test file can take a while.
  asyncUtilTimeout: 12000,
  // With fake timers these 12 seconds pass in 30 milliseconds, in which the simulated server may not have responded.
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

// Node's FormData, which the fetch of the tests needs, does not accept a form; React passes one when a submit
// navigates.
globalThis.FormData = new Proxy(globalThis.FormData, { construct: (Original) => new Original() });

if (typeof Element !== 'undefined') {
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
  Element.prototype.setPointerCapture = () => undefined;
  Element.prototype.releasePointerCapture = () => undefined;
  window.scrollTo = () => undefined;
  Element.prototype.checkVisibility = () => true;
  shareComputedStyles();
  // Types into the focused field, as a browser does.
  const execCommand = (command: string, _shown: boolean, text: string) => {
    // eslint-disable-next-line testing-library/no-node-access
    const field = document.activeElement as HTMLInputElement | HTMLTextAreaElement;
    const to = field.selectionEnd ?? field.value.length;
    const from = field.selectionStart ?? to;
    field.setRangeText(text, command === 'delete' && from === to ? Math.max(0, to - 1) : from, to, 'end');
    return field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text }));
  };
  Object.assign(document, { execCommand });
  // As in browsers for a page on localhost.
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

// Component styles are not inserted: jsdom has no layout, and compares each rule with each element that a test queries.
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

// React's development build records the stack of each created element for the text of warnings, which takes several
// percent of the tests' time. It stops by itself after 10,000 elements in a second, and here from the start.
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
  // The next test starts without the texts of this one.
  writeDrafts();
  sessionStorage.clear();
  document.documentElement.className = '';
});

afterAll(() => {
  server.close();
});
