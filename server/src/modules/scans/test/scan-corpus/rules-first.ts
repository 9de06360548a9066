/** Written along with the rules. */
import {
  ADMIN,
  type Clean,
  clean,
  entity,
  fixedTeam,
  flag,
  guardedTeam,
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
  plant('no rules', 'rls_missing', entity(undefined), { severity: 'critical' }),
  plant('rules that are null', 'rls_missing', entity(null), { severity: 'critical' }),
  plant('rules without entries', 'rls_missing', entity({}), { severity: 'critical' }),
  plant('no rule for writing', 'rls_missing', entity({ read: MINE }), { severity: 'critical' }),
  plant('no rule for reading', 'rls_missing', entity({ write: MINE }), { severity: 'high' }),
  plant('no rule for reading secrets', 'rls_missing', entity({ write: MINE }, { api_key: text }), {
    severity: 'critical',
  }),
  plant('all may write', 'rls_always_true', entity({ read: MINE, write: true }), { severity: 'high' }),
  plant(
    'an empty rule for deleting',
    'rls_always_true',
    entity({ read: MINE, create: MINE, update: MINE, delete: {} }),
  ),
  plant(
    'a condition or its opposite',
    'rls_always_true',
    entity(
      { read: true, write: { $or: [{ 'data.done': true }, { 'data.done': { $ne: true } }] } },
      { done: flag },
    ),
  ),
  plant('visitors may write', 'rls_anonymous_write', entity({ read: true, write: true }), {
    app: OPEN_APP,
    severity: 'critical',
  }),
  plant(
    'a wall that visitors write on',
    'rls_anonymous_write',
    entity({ read: true, create: true, update: ADMIN, delete: ADMIN }),
    { app: OPEN_APP, severity: 'medium' },
  ),
  plant('everything denied', 'rls_no_policy', entity({ read: false, write: false }), { severity: 'info' }),
  plant(
    'a team that users choose',
    'rls_trusts_user_editable_field',
    entity({ read: MY_TEAM, write: MINE_OR_ADMIN }, team),
    { severity: 'critical' },
  ),
  plant(
    'a flag that users set',
    'rls_trusts_user_editable_field',
    entity({
      read: MINE,
      create: MINE,
      update: { user_condition: { 'data.is_editor': true } },
      delete: ADMIN,
    }),
    { severity: 'critical' },
  ),
  plant(
    'a field rule on a flag that users set',
    'rls_trusts_user_editable_field',
    entity(
      { read: true, write: ADMIN },
      { bonus: { type: 'number', rls: { read: { user_condition: { 'data.is_hr': true } } } } },
    ),
  ),
  plant(
    'an owner in a field that the owner may change',
    'rls_movable_row',
    entity(
      {
        create: { 'data.owner': ME },
        read: { 'data.owner': ME },
        update: { 'data.owner': ME },
        delete: { 'data.owner': ME },
      },
      { owner: text },
    ),
    { severity: 'high' },
  ),
  plant('a guarded team in a field that members may change', 'rls_movable_row', [
    entity({ read: MY_TEAM, write: MY_TEAM }, team),
    guardedTeam,
  ]),
  plant(
    'all users may change others’ records',
    'rls_missing_owner_check',
    entity({ read: MINE, create: MINE, update: { user_condition: { role: 'user' } }, delete: MINE }),
    { severity: 'high' },
  ),
  plant(
    'all users may change what is open',
    'rls_missing_owner_check',
    entity(
      { read: MINE, create: MINE, delete: MINE, update: { 'data.status': { $ne: 'closed' } } },
      { status: text },
    ),
    { severity: 'medium' },
  ),
  plant(
    'passwords for all readers',
    'sensitive_fields_exposed',
    entity({ read: true, write: ADMIN }, { password: text }),
    { severity: 'high' },
  ),
  plant(
    'tokens in what is published',
    'sensitive_fields_exposed',
    entity(
      { read: { $or: [MINE, { 'data.published': true }] }, write: MINE },
      { published: flag, accessToken: text },
    ),
  ),
  plant(
    'writing asks less than reading',
    'rls_write_wider_than_read',
    [
      entity({ read: MINE, create: MINE, update: { $or: [MINE, MY_TEAM] }, delete: MINE }, fixedTeam),
      guardedTeam,
    ],
    { severity: 'medium' },
  ),
]

export const lookAlikes: Clean[] = [
  clean('people have their own', entity({ read: MINE, write: MINE })),
  clean('people have their own, admins all', entity({ read: MINE_OR_ADMIN, write: MINE_OR_ADMIN })),
  clean('a public catalogue', entity({ read: true, write: ADMIN }), {
    app: OPEN_APP,
    may: 'rls_always_true',
  }),
  clean(
    'a contact form',
    entity({ create: true, read: ADMIN, update: ADMIN, delete: ADMIN }, { email: text }),
    { app: OPEN_APP },
  ),
  clean(
    'a contact form in so many words less',
    entity({ read: ADMIN, update: ADMIN, delete: ADMIN }, { email: text }),
    { app: OPEN_APP },
  ),
  clean('users make, owners change', entity({ create: true, read: MINE, update: MINE, delete: MINE })),
  clean('only admins', entity({ read: ADMIN, write: ADMIN })),
  clean(
    'yours or published',
    entity({ read: { $or: [MINE, { 'data.status': 'published' }] }, write: MINE }, { status: text }),
  ),
  clean('a guarded team', [entity({ read: MY_TEAM, write: MINE_OR_ADMIN }, team), guardedTeam]),
  clean('a guarded team that rows cannot leave', [
    entity({ read: MY_TEAM, write: MY_TEAM }, fixedTeam),
    guardedTeam,
  ]),
  clean(
    'an owner in a field that stays',
    entity(
      {
        create: { 'data.owner': ME },
        read: { 'data.owner': ME },
        update: { 'data.owner': ME },
        delete: { 'data.owner': ME },
      },
      { owner: { ...text, rls: { update: false } } },
    ),
  ),
  clean('a field of users that nobody can write', [
    entity({ read: { 'data.team': '{{user.data.group}}' }, write: ADMIN }, team),
    users({ nickname: text }),
  ]),
  clean(
    'own records with a team of one’s own',
    entity({ read: { $and: [MINE, MY_TEAM] }, write: { $and: [MINE, MY_TEAM] } }, fixedTeam),
  ),
  clean(
    'a password with a rule',
    entity({ read: true, write: ADMIN }, { password: { ...text, rls: { read: false } } }),
    { may: 'rls_always_true' },
  ),
  clean('a password of one’s own', entity({ read: MINE, write: MINE }, { password: text })),
  clean(
    'what only sounds secret',
    entity(
      { read: true, write: ADMIN },
      { token_count: { type: 'number' }, has_password: flag, keyword: text },
    ),
    { may: 'rls_always_true' },
  ),
  clean(
    'shared with others by email',
    entity(
      { read: { $or: [MINE, { 'data.shared_with': '{{user.email}}' }] }, write: MINE },
      { shared_with: { type: 'array', items: text } },
    ),
  ),
  clean('nobody deletes', entity({ read: MINE, create: MINE, update: MINE, delete: false })),
  clean(
    'open tickets of one’s own',
    entity(
      {
        read: MINE,
        create: MINE,
        delete: ADMIN,
        update: { $and: [MINE, { 'data.status': { $ne: 'closed' } }] },
      },
      { status: text },
    ),
  ),
  clean(
    'a role that editors give',
    entity({ read: { user_condition: { role: 'manager' } }, write: { user_condition: { role: 'manager' } } }),
  ),
  clean('fields of users, declared', users({ nickname: text, team: { ...text, rls: { write: ADMIN } } })),
]
