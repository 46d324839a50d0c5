import { administrator, call, makeOperator, register, sessionOf, type Operator } from './fixtures';
import type { Facility } from './facility';

/** Data for screens: accounts of every role, documents of several levels, submissions at every stage. */
export interface Scene {
  /** Level 3, owner of the published documents. */
  readonly reader: Operator;
  /** An administrator of level 4, who sees content above that level as a bar. */
  readonly warden: Operator;
  /** A document that the reader may read. */
  readonly open: string;
  readonly draft: string;
  /** A document of level 5. */
  readonly sealed: string;
  /** A document with two versions. */
  readonly revised: string;
  /** Id of an archive section that contains a document. */
  readonly section: string;
  readonly archived: string;
  /** A document whose owner requested archiving. */
  readonly requested: string;
}

const lighthouse = `# Recovery

Object recovered from the **north shore station**. Under no circumstances should recovered transmissions be repeated
aloud. Subject responds to unspoken questions with a delay of *eleven seconds*.

## Standing orders

1. Nobody answers the light.
2. Nobody counts the seconds aloud.

> It asked who was holding the lamp. Nobody was holding the lamp.

| Hour | Answer |
| --- | --- |
| 02:14 | none |
| 02:25 | *"You have been asking for years."* |

\`\`\`
SIGNAL 11 11 11
\`\`\`
`;

const corridor =
  'At 02:14 the east corridor doors cycled without command. Two staff members report hearing their own voices from ' +
  'the intercom, reading a log that had not yet been written. Both were kept apart until the log was found, in a ' +
  'hand that neither of them knew, with an entry for the following day.';

/** Submits a record and returns its id. */
export async function submit(facility: Facility, cookie: string, record: object): Promise<string> {
  const answer = await call(facility, cookie, 'POST', '/api/submissions', record);
  return ((await answer.json()) as { readonly id: string }).id;
}

/** Approves a submission at a level and returns the id of its document. */
export async function publish(
  facility: Facility,
  cookie: string,
  id: string,
  clearanceLevel: number,
): Promise<string> {
  const answer = await call(facility, cookie, 'PATCH', `/api/admin/submissions/${id}`, {
    status: 'approved',
    clearanceLevel,
  });
  const { documentId } = (await answer.json()) as { readonly documentId: string | null };
  if (documentId === null) throw new Error('The submission was not published.');
  return documentId;
}

/** Proposes an edit of a record at level 2 against its first version, and returns the edit's id. */
export async function propose(facility: Facility, cookie: string, id: string, edit: object): Promise<string> {
  const answer = await call(facility, cookie, 'POST', `/api/documents/${id}/edit`, {
    title: 'IR-000001',
    category: 'INCIDENT',
    clearanceLevel: 2,
    baseVersion: 1,
    ...edit,
  });
  return ((await answer.json()) as { readonly id: string }).id;
}

/** Creates an archive section and returns its id. */
export async function makeSection(facility: Facility, cookie: string, section: object): Promise<string> {
  const answer = await call(facility, cookie, 'POST', '/api/archive/sections', section);
  return ((await answer.json()) as { readonly id: string }).id;
}

export async function fileMany(
  facility: Facility,
  author: Operator,
  count: number,
  first = 1,
): Promise<void> {
  const writer = await sessionOf(facility, author);
  const admin = await sessionOf(facility, administrator(facility));
  for (let number = first; number < first + count; number += 1) {
    const title = `Shelf ${String(number).padStart(3, '0')}`;
    const id = await submit(facility, writer, { title, content: corridor, category: 'SITE' });
    await publish(facility, admin, id, 1);
  }
}

export async function setScene(facility: Facility): Promise<Scene> {
  const reader = await makeOperator(facility, 'k-osei', 3, 'security');
  const warden = await makeOperator(facility, 'b-lindqvist', 4, 'taskforce');
  const admin = await sessionOf(facility, administrator(facility));
  const writer = await sessionOf(facility, reader);

  const file = (record: object) => submit(facility, writer, record);
  const open = await publish(
    facility,
    admin,
    await file({ title: 'The lighthouse that answers', content: lighthouse, category: 'ENTITY' }),
    3,
  );
  const revised = await publish(
    facility,
    admin,
    await file({ title: 'x', content: corridor, category: 'INCIDENT' }),
    2,
  );
  // With only one administrator, one approval is enough at the top level too.
  const sealed = await publish(
    facility,
    admin,
    await file({ title: 'What the lamp was for', content: 'Nobody reads this here.', category: 'RESEARCH' }),
    5,
  );

  // One edit is approved. The other was written before it and changes the same passage.
  const content = corridor.replace('for the following day', 'for the day after');
  const filed = await propose(facility, writer, revised, {
    content,
    changeDescription: 'One entry, one day.',
  });
  await call(facility, admin, 'PATCH', `/api/document-edits/${filed}`, { status: 'approved' });
  await propose(facility, writer, revised, {
    content: corridor.replace('a hand that neither of them knew', 'no hand that anybody knew'),
    clearanceLevel: 3,
    category: 'OTHER',
    changeDescription: 'The hand was compared with all of ours.',
  });

  const wardenId = await idOf(facility, admin, warden.username);
  await call(facility, admin, 'PATCH', `/api/admin/users/${wardenId}/make-admin`);

  const rejected = await file({ title: 'Visitors of record', content: corridor, category: 'PERSONNEL' });
  await call(facility, admin, 'PATCH', `/api/admin/submissions/${rejected}`, {
    status: 'rejected',
    comments: 'It names a person. Use the number of the post instead.',
  });
  await file({ title: 'Standing order on reflective surfaces', content: corridor, category: 'SITE' });
  const twoSteps = await file({ title: 'Eleven seconds', content: lighthouse, category: 'EXPERIMENT' });
  await call(facility, admin, 'PATCH', `/api/admin/submissions/${twoSteps}`, {
    status: 'approved',
    clearanceLevel: 3,
    maxApprovalSteps: 2,
    comments: 'Reads well. A second pair of eyes, please.',
  });

  await register(facility, { username: 'new-hand', password, accessKey: 'innovation' });
  await register(facility, { username: 'claims-much', password, accessKey: 'command' });
  const locked = await makeOperator(facility, 'locked-hand', 2, 'innovation');
  for (let failure = 0; failure < 5; failure += 1) {
    await call(facility, '', 'POST', '/api/login', { ...locked, password: 'wrong words' }).catch(
      () => undefined,
    );
  }
  const write = async (cookie: string, text: object) => {
    const answer = await call(facility, cookie, 'POST', '/api/user/drafts', text);
    return ((await answer.json()) as { readonly id: string }).id;
  };
  const inventory = {
    title: 'Hook inventory, level nine',
    content: corridor,
    category: 'SITE',
    clearanceLevel: 2,
  };
  const draft = await write(writer, inventory);
  // Opening a form with text adds drafts to the reader's account, so the list of drafts is viewed as the warden.
  const other = await sessionOf(facility, warden);
  await write(other, { content: 'It does not run. It has not run since the spring.' });
  await write(other, inventory);
  const section = await makeSection(facility, admin, {
    name: 'Ambry Street',
    description: 'The street above the stair, as it was kept by those who lived on it.',
    sectionType: 'story_arc',
  });
  await makeSection(facility, admin, { name: 'High water', sectionType: 'timeline', parentSection: section });
  const archived = await publish(
    facility,
    admin,
    await file({ title: 'Last orders', content: corridor, category: 'OTHER' }),
    1,
  );
  await call(facility, admin, 'POST', `/api/documents/${archived}/request-archive`, { sectionId: section });
  const requested = await publish(
    facility,
    admin,
    await file({ title: 'Rain gauge readings', content: corridor, category: 'RESEARCH' }),
    2,
  );
  await call(facility, writer, 'POST', `/api/documents/${requested}/request-archive`, { sectionId: section });
  return { reader, warden, open, draft, sealed, revised, section, archived, requested };
}

const password = 'eleven seconds of delay';

export async function idOf(facility: Facility, adminCookie: string, username: string): Promise<string> {
  const answer = await call(facility, adminCookie, 'GET', '/api/admin/users');
  const users = (await answer.json()) as readonly { readonly id: string; readonly username: string }[];
  const found = users.find((user) => user.username === username);
  if (!found) throw new Error(`There is no account ${username}.`);
  return found.id;
}
