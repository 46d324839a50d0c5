/** Finds the dialogs on the page. */
export const dialogs = '[role="dialog"], [role="alertdialog"]';
