import { failureWords, notices, successWords } from './notices';

test.each([
  ['register', 'Registration failed'],
  ['logout', 'Logout failed'],
  ['updateSettings', 'Update failed'],
  ['approveUser', 'Approval failed'],
  ['makeAdmin', 'Failed to grant admin access'],
  ['removeAdmin', 'Failed to remove admin access'],
  ['updateClearance', 'Failed to update clearance'],
  ['unlockUser', 'Unlock failed'],
  ['issueResetCode', 'Reset code not issued'],
  ['endOwnSession', 'Session not ended'],
  ['deleteUser', 'Deletion failed'],
  ['deleteDocument', 'Failed to delete document'],
  ['adminDeleteDocument', 'Delete failed'],
  ['createSubmission', 'Submission failed'],
  ['createUpload', 'File upload error'],
  ['claimUpload', 'File upload error'],
  ['reviewSubmission', 'Review failed'],
])("a failed %s has the title %p and the server's message", (name, title) => {
  expect(failureWords(name, { status: 409, message: 'Because.' })).toEqual([title, 'Because.']);
  expect(failureWords(name, undefined)?.[0]).toBe(title);
});

test.each([
  ['updateSettings', 'Update failed', 'Failed to update settings'],
  ['proposeEdit', 'Submission failed', 'Failed to submit document edit'],
  ['createTemplate', 'Creation failed', 'Failed to create template'],
  ['createArchiveSection', 'CREATION FAILED', 'Failed to create archive section'],
  ['approveArchiveRequest', 'ERROR', 'Failed to approve archive request'],
  ['rejectArchiveRequest', 'ERROR', 'Failed to reject archive request'],
  ['resubmitSubmission', 'RESUBMISSION FAILED', 'Failed to resubmit item'],
  ['resubmitEdit', 'RESUBMISSION FAILED', 'Failed to resubmit item'],
])('a failed %s without a message from the server says %p, %p', (name, title, description) => {
  expect(failureWords(name, undefined)).toEqual([title, description]);
  expect(failureWords(name, { status: 500, message: '500: {}', isUnexplained: true })).toEqual([
    title,
    description,
  ]);
});

test('a failed request without any message has only a title', () => {
  const error = { status: 502, message: '502: Bad Gateway', isUnexplained: true } as const;
  expect(failureWords('approveUser', error)).toEqual(['Approval failed']);
});

test.each([
  ['syncUserCodes', 'Sync Failed', 'Failed to sync codes'],
  ['updateUserCodes', 'Update Failed', 'Failed to update static code'],
  ['emergencySyncCodes', 'Emergency Sync Failed', 'Failed to perform emergency sync'],
])(
  'a failed %s says %p, %p, whatever the server said: its form gives the reason',
  (name, title, description) => {
    expect(failureWords(name, { status: 404, message: 'Because.' })).toEqual([title, description]);
  },
);

const silent: ReadonlySet<string> = new Set([
  'login',
  'changePassword',
  'resetPassword',
  'verifyTotp',
  'verifyTwoFactor',
  'openEmergencyAccess',
  'createComment',
  'createDraft',
  'saveDraft',
  'deleteDraft',
  'saveEditDraft',
  'deleteEditDraft',
  'editComment',
  'reclassifyDocument',
]);

test('every failed request causes a notification unless its form shows the error', () => {
  expect(failureWords('login', { status: 401, message: 'Wrong.' })).toBeNull();
  for (const name of Object.keys(notices).filter((name) => !silent.has(name)))
    expect(failureWords(name, undefined, {})?.[0]).toMatch(/\w/);
});

test('success causes a notification if it is not visible otherwise', () => {
  expect(successWords('deleteDocument', 'id')).toEqual(['Document deleted successfully']);
  expect(successWords('updateSettings', {})).toEqual([
    'Settings updated',
    'Your preferences have been saved successfully.',
  ]);
  expect(successWords('login', {})).toBeNull();
  expect(successWords('listUsers', {})).toBeNull();
  expect(
    successWords('reviewSubmission', { id: 'x', reviewSubmissionRequest: { status: 'rejected' } })?.[1],
  ).toBe('The rejection of SUB-X is on record.');
});

test('rights that were only requested are declined, not removed', () => {
  expect(successWords('removeAdmin', 'id', { isApproved: true })).toEqual(['Admin access removed']);
  expect(successWords('removeAdmin', 'id', { isApproved: false })?.[0]).toBe('Admin request declined');
});

test('an incident notification contains its assigned number', () => {
  const words = (title: string, category: string) =>
    successWords('createSubmission', {}, { title, category })?.[1];
  expect(words('IR-000007', 'INCIDENT')).toBe('Filed as IR-000007. It awaits admin approval.');
  expect(words('The lamp', 'ENTITY')).toBe('The record awaits admin approval.');
});

test('a change of the site settings names the changed settings', () => {
  const words = (argument: object) => [
    successWords('updateSiteSettings', argument)?.[0],
    failureWords('updateSiteSettings', undefined, argument)?.[0],
  ];
  expect(words({ isLocked: true })).toEqual(['Site locked', 'Site lock toggle failed']);
  expect(words({ isLocked: false })).toEqual(['Site unlocked', 'Site lock toggle failed']);
  expect(words({ twoFactorRequired: true })).toEqual([
    '2FA requirement enabled',
    'Failed to update 2FA requirement',
  ]);
  expect(words({ twoFactorRequired: false })[0]).toBe('2FA requirement disabled');
});
