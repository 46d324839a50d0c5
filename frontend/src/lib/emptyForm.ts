/** The state of a link to the submission form that asks for an empty one. The address stays that of the form. */
export const emptyForm = { emptyForm: true } as const;

/** Whether the state of a location asks for an empty form. */
export function wantsEmptyForm(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'emptyForm' in state && state.emptyForm === true;
}
