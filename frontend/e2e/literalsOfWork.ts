import { paths } from '../src/lib/paths';
import { withFigures } from './figures';
import { accessKeys, date, screenNamed, pretendLocked, type Literals } from './literalParts';
import { warden } from './screenParts';

export const settings: readonly Literals[] = [
  {
    screen: screenNamed('settings'),
    texts: [
      ...[
        'SETTINGS',
        'VISUAL PREFERENCES',
        'SECURITY SETTINGS',
        'CONTACT INFORMATION',
        'SESSION INFORMATION',
      ],
      ...['default', 'dark', 'green-matrix', 'amber-crt', 'blue-steel'].map((name) => name.toUpperCase()),
      ...['Session timeout', '15', '30', '60', '120', '240', 'Email', 'Phone'],
      ...['User ID', 'Access key', 'SECURITY', 'Clearance level', '3 SECURITY', 'Status', 'AUTHORIZED'],
      ...['SAVE SETTINGS', 'RETURN'],
    ],
  },
  {
    screen: screenNamed('settings-unsaved'),
    texts: ['2 changes are not saved:', 'session timeout, email', 'SAVE SETTINGS', 'ADMINISTRATOR'],
  },
];

export const secondFactor: readonly Literals[] = [
  {
    screen: screenNamed('two-factor'),
    texts: [
      ...['Authenticator app', 'Backup code', 'Permanent code', 'VERIFY', 'CANCEL'],
      'Multiple failed attempts lock the account',
      ...['USERNAME', 'TIME LEFT', 'TRIES LEFT', '6-digit code'],
    ],
  },
  { screen: screenNamed('two-factor-error'), texts: ['ACCESS DENIED', 'Invalid authentication code'] },
  { screen: screenNamed('two-factor-locked'), texts: ['Account locked', 'LOCKED FOR', 'BACK TO LOGIN'] },
  {
    screen: screenNamed('settings-2fa'),
    texts: [
      'Manual entry key',
      'Permanent static code',
      'Keep the codes',
      ...['COPY', 'DOWNLOAD', 'PRINT', 'CANCEL'],
      'ENABLE 2FA',
    ],
  },
];

export const writing: readonly Literals[] = [
  {
    screen: screenNamed('submission'),
    texts: [
      ...['Return to main', 'Access templates', 'Title', 'Category', 'Content'],
      ...['Entity object', 'Incident report', 'Experiment log', 'Research log', 'Personnel file'],
      ...['Site documentation', 'Containment protocol', 'Other'],
      ...['Supported:', '.TXT', '.MD', '.PDF', '.DOC'],
      'All submissions need admin approval',
      'Appropriate mature content',
      'No personal information or real names',
      'Follow lore conventions',
    ],
  },
  { screen: screenNamed('submission-incident'), texts: ['IR-XXXXXX'] },
  {
    screen: {
      ...screenNamed('submission'),
      name: 'submission, templates',
      prepare: (page) => page.getByRole('button', { name: 'Access templates' }).click(),
      whole: (page) => page.getByRole('dialog', { name: 'Access templates' }),
    },
    texts: ['Access templates', 'Templates'],
  },
  {
    screen: {
      name: 'submission, locked down',
      as: warden,
      path: () => paths.submission,
      prepare: async (page) => {
        await pretendLocked(page);
        await page.reload();
      },
      whole: (page) => page.getByText(/UPLOAD LOCKED/),
    },
    texts: ['SYSTEM LOCKDOWN ACTIVE', 'UPLOAD LOCKED - MAINTENANCE MODE'],
  },
  { screen: screenNamed('drafts'), texts: ['DRAFTS', 'PENDING EDITS', 'TIMED OUT', 'Delete'] },
  {
    screen: screenNamed('drafts-deleting'),
    texts: ['Delete "Untitled" permanently? This action cannot be undone.'],
  },
  {
    screen: screenNamed('templates'),
    texts: [
      ...['Entity Object Document', 'Incident Report', 'Experiment Log', 'Containment Protocol'],
      ...['USE TEMPLATE', 'NEW SUBMISSION', 'RETURN'],
    ],
  },
  {
    screen: { ...screenNamed('templates'), name: 'templates of an administrator', as: warden },
    texts: ['CREATE CUSTOM', 'Personnel File', 'Site Documentation'],
  },
  {
    screen: screenNamed('templates-new'),
    texts: [
      ...['Name', 'Category', 'Required clearance', 'Description', 'Content'],
      ...['ENTITY', 'INCIDENT', 'RESEARCH', 'PERSONNEL', 'SITE', 'OTHER'],
    ],
  },
];

export const archive: readonly Literals[] = [
  { screen: screenNamed('archive'), texts: ['Ambry Street', 'Story arcs', 'High water'] },
  { screen: screenNamed('archive-section'), texts: ['Last orders', 'OTHER', 'Created', date] },
  {
    screen: screenNamed('archive-admin'),
    texts: ['CREATE SECTION', 'Name', 'Description', 'Story arc', 'Timeline', 'Category', 'General'],
  },
  {
    screen: screenNamed('archive-requests'),
    texts: [
      ...['Rain gauge readings', 'Level', 'Category', 'RESEARCH', 'Requested', date],
      ...['Requester', /USR-[0-9A-F]{6}\b/, 'Request', /DOC-[0-9A-F]{6}\b/, 'Section', 'Ambry Street'],
      ...['View', 'Approve', 'Reject'],
    ],
  },
];

export const administration: readonly Literals[] = [
  {
    screen: screenNamed('admin-review'),
    texts: [
      ...[
        /Review submissions \(?\d/,
        /Document edits \(?\d/,
        'Document management',
        'User management',
        'Audit',
      ],
      ...['Archive requests', 'Security log', 'Code sync', 'Log out', 'Lock site', 'Require 2FA'],
      /SUB-[0-9A-F]{6}\b/,
    ],
  },
  {
    screen: screenNamed('sync'),
    texts: [
      ...['Deterministic Sync', 'Manual Update', 'Emergency Sync', 'Target username'],
      'SHA-256 hash of user ID, username and creation date',
    ],
  },
  { screen: screenNamed('sync-manual'), texts: ['Please enter both username and new static code'] },
  {
    screen: screenNamed('sync-emergency'),
    texts: ['Bypasses normal authentication', 'master key', 'Username'],
  },
  { screen: screenNamed('admin-approve'), texts: [/SUB-[0-9A-F]{8}\b/, 'clearance level 3'] },
  { screen: screenNamed('admin-edits'), texts: [/EDIT-[0-9A-F]{6}\b/] },
  { screen: screenNamed('admin-edits-approve'), texts: [/EDIT-[0-9A-F]{8}\b/] },
  { screen: screenNamed('admin-documents'), texts: [/DOC-[0-9A-F]{6}\b/, date] },
  {
    screen: screenNamed('admin-documents-delete'),
    texts: [
      'Are you sure you want to delete "The lighthouse that answers"? This action cannot be undone.',
      'in the trash',
    ],
  },
  { screen: screenNamed('admin-users'), texts: [/USR-[0-9A-F]{6}\b/] },
  { screen: screenNamed('admin-users-approve'), texts: ['Clearance level', 'Access key', ...accessKeys] },
  { screen: screenNamed('admin-audit'), texts: ['AUDIT INTERFACE COMING SOON'] },
  {
    screen: screenNamed('monitoring'),
    texts: [
      ...[
        'Suspicious activity',
        'Recent login attempts',
        'Active sessions',
        'Refresh data',
        'Return to admin',
      ],
      ...['Suspicious', 'Failed attempts', 'Locked out', 'in 24 hours', 'THIS ONE'],
      ...['ADMIN ALERTS', 'HIGH, above 5 in a 24-hour window', 'Terminate'],
    ],
  },
  {
    screen: screenNamed('monitoring-empty'),
    texts: [
      ...['No suspicious activity detected', 'No recent login attempts', 'No active sessions'],
      '24-hour window',
    ],
  },
  {
    screen: screenNamed('monitoring-critical'),
    texts: ['SECURITY ALERT', 'CRITICAL', 'CRITICAL, above 10 in a 24-hour window'],
  },
  {
    screen: screenNamed('analytics'),
    texts: [
      'Data refreshes every 30 seconds',
      ...['Security', 'System', 'Activity', '93%', 'NOMINAL', '41d', '7 HOURS', 'Show as table'],
      ...['Login attempts', 'Successful / failed', 'Suspicious activities', '2FA attempts', 'Blocked IPs'],
      ...['Last breach attempt', 'Users', 'Documents', 'Archived', 'Storage', 'Pending submissions'],
      ...['DOCUMENTS VIEWED', '412 downloads', 'Submitted', 'Approved', 'Rejected', 'Archive requests'],
    ],
  },
  ...(
    [
      ['ELEVATED', 330, 42, '72%'],
      ['CRITICAL', 200, 76, '31%'],
    ] as const
  ).map(([word, successfulLogins, suspiciousActivities, score]): Literals => ({
    screen: {
      ...screenNamed('analytics'),
      name: `analytics, ${word}`,
      prepare: (page) =>
        withFigures(page, { totalLoginAttempts: 400, successfulLogins, suspiciousActivities }),
      whole: (page) => page.getByText(word),
    },
    texts: [word, score],
  })),
  {
    screen: screenNamed('monitoring-alerts'),
    texts: [
      'ADMIN ALERTS',
      'ADMIN NOTIFICATIONS',
      'CLEAR ALL',
      'SECURITY ALERT',
      'DEADLINE REMINDER',
      'HIGH',
    ],
  },
  {
    screen: screenNamed('audit-logs'),
    texts: [
      ...['AUDIT LOGS', 'USER LOGS', 'Submission Step Approved', 'SUBMISSION', date],
      ...['Entity ID', 'User ID', 'IP address', 'Agent'],
      'Logs are permanent and immutable. Every entry records the IP address and the user agent.',
      'Emergency access attempts are logged with the access key information.',
      'Control panel',
    ],
  },
  { screen: screenNamed('audit-logs-empty'), texts: ['NO USER LOGS FOUND'] },
];
