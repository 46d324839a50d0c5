/** Shown where nothing can be uploaded while the site is locked. */
export const uploadLocked = 'UPLOAD LOCKED - MAINTENANCE MODE';
