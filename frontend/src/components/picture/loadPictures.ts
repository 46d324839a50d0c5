/** How long printing waits for pictures, in milliseconds. */
const longestWait = 10_000;

/** Loads the pictures of the page, also those that are not in view yet. Ends when all of them have succeeded or failed. */
export async function loadPictures(): Promise<void> {
  const missing = [...document.querySelectorAll<HTMLImageElement>('main img')].filter(
    ({ complete }) => !complete,
  );
  const ends = missing.map((picture) => {
    picture.loading = 'eager';
    return picture.decode().catch(() => undefined);
  });
  if (ends.length > 0)
    await Promise.race([Promise.all(ends), new Promise((resolve) => setTimeout(resolve, longestWait))]);
}
