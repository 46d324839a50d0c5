/** What signing in needs to be typed. */
export interface LoginValues {
  readonly username: string;
  readonly password: string;
}

/** What to say beside a field that has nothing in it. */
export interface LoginProblems {
  readonly username?: string;
  readonly password?: string;
}

/** Nothing is sent without both; everything else is the server's to judge. */
export function findMissing({ username, password }: LoginValues): LoginProblems {
  return {
    ...(username === '' ? { username: 'Enter your username' } : {}),
    ...(password === '' ? { password: 'Enter your password' } : {}),
  };
}
