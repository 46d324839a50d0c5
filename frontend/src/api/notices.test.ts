import { failureWords, notices, successWords } from './notices';

test.each([
  ['login', 'Login failed'],
  ['register', 'Registration failed'],
  ['logout', 'Logout failed'],
  ['updateSettings', 'Update failed'],
  ['approveUser', 'Approval failed'],
  ['makeAdmin', 'Failed to grant admin access'],
  ['removeAdmin', 'Failed to remove admin access'],
  ['updateClearance', 'Failed to update clearance'],
  ['unlockUser', 'Unlock failed'],
  ['deleteUser', 'Deletion failed'],
  ['deleteDocument', 'Failed to delete document'],
  ['adminDeleteDocument', 'Delete failed'],
  ['createSubmission', 'Submission failed'],
  ['createUpload', 'File upload error'],
  ['claimUpload', 'File upload error'],
  ['reviewSubmission', 'Review failed'],
])('a failed %s is titled %p and says what the server said', (name, title) => {
  expect(failureWords(name, { status: 409, message: 'Because.' })).toEqual([title, 'Because.']);
  expect(failureWords(name, undefined)?.[0]).toBe(title);
});

test('every call has an entry that speaks on failure', () => {
  expect(Object.values(notices).every((notice) => notice.fail[0] !== '')).toBe(true);
});

test('success is told where it is not plain to see', () => {
  expect(successWords('deleteDocument', 'id')).toEqual(['Document deleted successfully']);
  expect(successWords('updateSettings', {})).toEqual([
    'Settings updated',
    'Your preferences have been saved successfully.',
  ]);
  expect(successWords('login', {})).toBeNull();
  expect(successWords('listUsers', {})).toBeNull();
  expect(
    successWords('reviewSubmission', { id: 'x', reviewSubmissionRequest: { status: 'rejected' } })?.[1],
  ).toBe('The rejection is on record.');
});
