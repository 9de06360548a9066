/** Written when the rules were finished. */
import {
  ADMIN,
  CLOSED_APP,
  type Clean,
  clean,
  entity,
  flag,
  ME,
  MINE,
  MINE_OR_ADMIN,
  MY_TEAM,
  OPEN_APP,
  type Planted,
  plant,
  team,
  text,
  users,
} from './rules-sample.ts'

export const planted: Planted[] = [
  plant(
    'deleting left out, the rest stated',
    'rls_missing',
    entity({ read: MINE, create: true, update: MINE }),
    { severity: 'critical' },
  ),
  plant('no rules in an app of invited people', 'rls_missing', entity(undefined), {
    app: CLOSED_APP,
    severity: 'high',
  }),
  plant('no rules at one of two entities', 'rls_missing', [
    entity(undefined),
    { ...entity({ read: MINE, write: MINE }), name: 'Kept' },
  ]),
  plant(
    'changes for all that have a maker',
    ['rls_always_true', 'rls_missing_owner_check'],
    entity({ read: MINE, create: MINE, delete: MINE, update: { created_by_id: { $exists: true } } }),
  ),
  plant(
    'every choice of a field is allowed',
    ['rls_always_true', 'rls_missing_owner_check'],
    entity(
      { read: MINE, create: MINE, update: { 'data.kind': { $in: ['a', 'b'] } }, delete: MINE },
      { kind: { ...text, enum: ['a', 'b'] } },
      { required: ['kind'] },
    ),
  ),
  plant(
    'older than the past',
    ['rls_always_true', 'rls_missing_owner_check'],
    entity({
      read: MINE,
      create: MINE,
      update: MINE,
      delete: { created_date: { $gt: '2001-01-01T00:00:00.000Z' } },
    }),
  ),
  plant(
    'neither of what excludes nothing',
    ['rls_always_true', 'rls_missing_owner_check'],
    entity(
      {
        read: MINE,
        create: MINE,
        update: { $nor: [{ 'data.n': { $gt: 5 }, 'data.n2': 1 }, { user_condition: { role: 'nobody' } }] },
        delete: MINE,
      },
      { n: { type: 'number' }, n2: { type: 'number' } },
    ),
  ),
  plant(
    'visitors may delete',
    'rls_anonymous_write',
    entity({ read: ADMIN, create: true, update: ADMIN, delete: true }),
    { app: OPEN_APP, severity: 'critical' },
  ),
  plant(
    'a tenant in a template with words around it',
    'rls_trusts_user_editable_field',
    entity({ read: { 'data.tenant': 'org:{{user.data.org}}' }, write: ADMIN }, { tenant: text }),
  ),
  plant(
    'a level that users set, as a number',
    'rls_trusts_user_editable_field',
    entity({ read: { user_condition: { 'data.level': 3 } }, write: ADMIN }),
  ),
  plant(
    'a ban that users lift themselves',
    'rls_trusts_user_editable_field',
    entity({ read: MINE, write: MINE, create: { $nor: [{ user_condition: { 'data.banned': true } }] } }),
  ),
  plant('a guard that another field of users opens', 'rls_trusts_user_editable_field', [
    entity({ read: MY_TEAM, write: ADMIN }, team),
    users({ is_lead: flag, team: { ...text, rls: { write: { user_condition: { 'data.is_lead': true } } } } }),
  ]),
  plant('a team that users choose once', 'rls_trusts_user_editable_field', [
    entity({ read: MY_TEAM, write: ADMIN }, team),
    users({ team: { ...text, rls: { write: { 'data.team': { $exists: false } } } } }),
  ]),
  plant('users who may have more fields than declared', 'rls_trusts_user_editable_field', [
    entity({ read: MY_TEAM, write: ADMIN }, team),
    users({ nickname: text }, { additionalProperties: true }),
  ]),
  plant(
    'a list of members that members change',
    'rls_movable_row',
    entity(
      {
        read: { 'data.members': ME },
        create: { 'data.members': ME },
        update: { 'data.members': ME },
        delete: ADMIN,
      },
      { members: { type: 'array', items: text } },
    ),
  ),
  plant(
    'an owner inside an object',
    'rls_movable_row',
    entity(
      { read: { 'data.meta.owner': '{{user.email}}' }, write: { 'data.meta.owner': '{{user.email}}' } },
      { meta: { type: 'object', properties: { owner: text } } },
    ),
  ),
  plant(
    'a task that is taken over',
    ['rls_movable_row', 'rls_missing_owner_check'],
    entity(
      {
        create: MINE,
        read: { 'data.assignee': ME },
        delete: { 'data.assignee': ME },
        update: { $or: [{ 'data.assignee': ME }, { 'data.open': true }] },
      },
      { assignee: text, open: flag },
    ),
  ),
  plant(
    'a maker who keeps it, a holder who passes it on',
    'rls_movable_row',
    entity(
      { read: true, create: MINE, delete: MINE, update: { $or: [MINE, { 'data.holder': ME }] } },
      { holder: text },
    ),
    { severity: 'medium' },
  ),
  plant(
    'drafts that all may delete',
    'rls_missing_owner_check',
    entity({ read: true, create: MINE, update: MINE, delete: { 'data.state': 'draft' } }, { state: text }),
    { severity: 'medium' },
  ),
  plant(
    'numbers of cards inside an object',
    'sensitive_fields_exposed',
    entity(
      { read: { user_condition: { role: 'user' } }, write: ADMIN },
      { payment: { type: 'object', properties: { cardNumber: text } } },
    ),
  ),
  plant(
    'a secret in the elements of a list',
    'sensitive_fields_exposed',
    entity(
      { read: true, write: ADMIN },
      { keys: { type: 'array', items: { type: 'object', properties: { api_key: text } } } },
    ),
  ),
  plant(
    'a rule of a field that lets all read it',
    'sensitive_fields_exposed',
    entity(
      { read: true, write: ADMIN },
      { ssn: { ...text, rls: { read: { created_date: { $exists: true } }, write: ADMIN } } },
    ),
  ),
]

export const lookAlikes: Clean[] = [
  clean('own things in an app of invited people', entity({ read: MINE, write: MINE }), { app: CLOSED_APP }),
  clean('own things where visitors come', entity({ read: MINE, write: MINE }), { app: OPEN_APP }),
  clean(
    'who made it, by email',
    entity({ read: { created_by: '{{user.email}}' }, write: { created_by: '{{user.email}}' } }),
  ),
  clean(
    'articles with a press time',
    entity(
      { read: { $or: [MINE_OR_ADMIN, { 'data.live_at': { $lt: '2026-01-01' } }] }, write: MINE_OR_ADMIN },
      { live_at: text },
    ),
  ),
  clean('a flag of users that only admins set', [
    entity({
      read: { user_condition: { 'data.is_staff': true } },
      write: { user_condition: { 'data.is_staff': true } },
    }),
    users({ is_staff: { ...flag, rls: { update: ADMIN } } }),
  ]),
  clean('a plan of users that can only be the free one', [
    entity({ read: { user_condition: { 'data.plan': 'paid' } }, write: ADMIN }),
    users({ plan: { ...text, enum: ['free'] } }),
  ]),
  clean('a guard that only admins open', [
    entity({ read: MY_TEAM, write: ADMIN }, team),
    users({
      is_lead: { ...flag, rls: { write: false } },
      team: { ...text, rls: { write: { user_condition: { 'data.is_lead': true } } } },
    }),
  ]),
  clean(
    'unassigned tickets that users take',
    entity(
      { read: true, create: MINE, delete: ADMIN, update: { $or: [MINE, { 'data.editors': ME }] } },
      { editors: { type: 'array', items: text, rls: { update: MINE } } },
    ),
    { may: 'rls_always_true' },
  ),
  clean(
    'notes that others may edit when shared so',
    entity(
      {
        read: { $or: [MINE, { 'data.shared': true }] },
        create: MINE,
        delete: MINE,
        update: { $or: [MINE, { 'data.shared': true }] },
      },
      { shared: flag },
    ),
  ),
  clean(
    'messages between two',
    entity(
      {
        create: { 'data.from': ME },
        read: { $or: [{ 'data.from': ME }, { 'data.to': ME }] },
        update: false,
        delete: { 'data.from': ME },
      },
      { from: text, to: text },
    ),
  ),
  clean(
    'a guest book of people who signed up',
    entity({ create: true, read: true, update: MINE_OR_ADMIN, delete: MINE_OR_ADMIN }),
    { may: 'rls_always_true' },
  ),
  clean(
    'a survey whose answers only admins see',
    entity({ create: MINE, read: ADMIN, update: false, delete: ADMIN }),
  ),
  clean(
    'a newsletter that visitors join',
    entity(
      { create: true, read: false, update: false, delete: false },
      { email: { ...text, format: 'email' } },
    ),
    { app: OPEN_APP },
  ),
  clean(
    'salaries with a rule above them',
    entity(
      { read: true, write: ADMIN },
      { pay: { type: 'object', properties: { iban: text }, rls: { read: ADMIN } } },
    ),
    { may: 'rls_always_true' },
  ),
  clean(
    'a password that is only written',
    entity({ read: MINE_OR_ADMIN, write: MINE_OR_ADMIN }, { password: { ...text, rls: { read: false } } }),
  ),
  clean(
    'last digits and dates of secrets',
    entity(
      { read: true, write: ADMIN },
      { card_last4: text, password_changed_at: text, masked_iban: text, secretary: text, pinned: flag },
    ),
    { may: 'rls_always_true' },
  ),
  clean('managers of the same site', [
    entity(
      {
        read: { $and: [{ user_condition: { role: 'manager' } }, { 'data.site': '{{user.data.site}}' }] },
        write: ADMIN,
      },
      { site: text },
    ),
    users({ site: { ...text, rls: { write: false } } }),
  ]),
  clean(
    'moderators delete what they may not read',
    entity({ read: MINE, create: MINE, update: MINE, delete: { user_condition: { role: 'moderator' } } }),
  ),
  clean(
    'one person by name',
    entity({
      read: { user_condition: { email: 'ada@example.com' } },
      write: { user_condition: { email: 'ada@example.com' } },
    }),
  ),
  clean(
    'a frozen owner, by a rule on the object',
    entity(
      { read: { 'data.meta.owner': ME }, write: { 'data.meta.owner': ME } },
      { meta: { type: 'object', properties: { owner: text }, rls: { update: ADMIN } } },
    ),
  ),
  clean(
    'samples for all, own things else',
    entity({ read: { $or: [MINE, { is_sample: true }] }, write: MINE }),
  ),
]
