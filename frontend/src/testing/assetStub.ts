/** What a font or picture import is in tests: only its address matters. */
export default '/assets/stub';
