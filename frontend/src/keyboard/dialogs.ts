export const dialogs = '[role="dialog"], [role="alertdialog"]';
