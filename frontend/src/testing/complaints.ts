// A test that writes an error to the console has found one.

let complaints: string[] = [];

beforeEach(() => {
  complaints = [];
  jest.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    complaints.push(parts.map(String).join(' '));
  });
});

afterEach(() => {
  const found = complaints;
  complaints = [];
  if (found.length > 0) throw new Error(`console.error was called:\n${found.join('\n')}`);
});

export {};
