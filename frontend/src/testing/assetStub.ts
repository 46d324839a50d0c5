/** The value of font and picture imports in tests, where only an address is needed. */
export default '/assets/stub';
