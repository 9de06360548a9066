/** Written from what apps store, after all rules; see `fresh-corpus.test.ts` for what the first run found. */
import {
  ADMIN,
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

const number = { type: 'number' }
const SIGNED_IN = { created_by_id: { $exists: true } }
const OPEN = ['rls_always_true', 'rls_missing_owner_check', 'rls_anonymous_write']
const of = (field: string) => ({ [`data.${field}`]: ME })
const all = (rule: unknown) => ({ create: rule, read: rule, update: rule, delete: rule })
const readable = { read: true, write: ADMIN }

export const planted: Planted[] = [
  plant('invoices without rules', 'rls_missing', entity(undefined, { amount: number, customer: text })),
  plant(
    'appointments that everybody moves',
    'rls_missing',
    entity({ read: MINE, create: MINE }, { at: text }),
  ),
  plant('reading forgotten for messages', 'rls_missing', entity({ write: MINE }, { body: text })),
  plant(
    'a null rule for changes',
    'rls_missing',
    entity({ read: MINE, create: MINE, update: null, delete: MINE }),
  ),
  plant('an entity of a shop without login and without rules', 'rls_missing', entity(undefined), {
    app: OPEN_APP,
  }),
  plant(
    'products that visitors reprice',
    'rls_anonymous_write',
    entity({ read: true, create: ADMIN, update: true, delete: ADMIN }, { price: number }),
    { app: OPEN_APP },
  ),
  plant(
    'bookings that visitors cancel',
    'rls_anonymous_write',
    entity({ read: ADMIN, create: true, update: ADMIN, delete: {} }),
    { app: OPEN_APP },
  ),
  plant(
    'reviews that visitors write and rewrite',
    'rls_anonymous_write',
    entity({ read: true, create: true, update: true, delete: ADMIN }),
    { app: OPEN_APP },
  ),
  plant(
    'orders that every user changes',
    OPEN,
    entity({ read: MINE, create: MINE, update: true, delete: ADMIN }, { status: text }),
  ),
  plant(
    'tasks that every user deletes',
    OPEN,
    entity({ read: true, create: MINE, update: MINE, delete: { user_condition: { role: 'user' } } }),
  ),
  plant(
    'drafts that anybody changes while they are drafts',
    OPEN,
    entity({ read: MINE, create: MINE, delete: MINE, update: { 'data.state': 'draft' } }, { state: text }),
  ),
  plant(
    'contracts that anybody with an account signs',
    OPEN,
    entity({ read: MINE, create: ADMIN, delete: ADMIN, update: SIGNED_IN }, { signed: flag }),
  ),
  plant(
    'votes changed when they are not negative or are',
    OPEN,
    entity(
      {
        read: true,
        create: MINE,
        delete: MINE,
        update: { $or: [{ 'data.n': { $gte: 0 } }, { 'data.n': { $lt: 0 } }] },
      },
      { n: number },
      { required: ['n'] },
    ),
  ),
  plant(
    'entries that are not samples',
    OPEN,
    entity({ read: MINE, create: MINE, delete: MINE, update: { is_sample: false } }),
  ),
  plant(
    'records that were made this century',
    OPEN,
    entity({
      read: MINE,
      create: MINE,
      update: { created_date: { $gte: '2000-01-01T00:00:00.000Z' } },
      delete: MINE,
    }),
  ),
  plant(
    'all kinds but one that is not there',
    OPEN,
    entity(
      { read: MINE, create: MINE, update: MINE, delete: { 'data.kind': { $nin: ['never'] } } },
      { kind: { ...text, enum: ['a', 'b'] } },
    ),
  ),
  plant(
    'a company that users enter in their profile',
    'rls_trusts_user_editable_field',
    entity({ read: { 'data.company': '{{user.data.company}}' }, write: ADMIN }, { company: text }),
  ),
  plant('a department that users choose themselves', 'rls_trusts_user_editable_field', [
    entity({ read: { 'data.dept': '{{user.data.dept}}' }, write: ADMIN }, { dept: text }),
    users({ dept: text }),
  ]),
  plant(
    'a verified mark that users put on themselves',
    'rls_trusts_user_editable_field',
    entity({ read: { user_condition: { 'data.verified': true } }, write: ADMIN }),
  ),
  plant('teachers by their own word', 'rls_trusts_user_editable_field', [
    entity({
      read: MINE_OR_ADMIN,
      create: MINE,
      update: { $or: [MINE, { user_condition: { 'data.kind': 'teacher' } }] },
      delete: ADMIN,
    }),
    users({ kind: { ...text, enum: ['pupil', 'teacher'] } }),
  ]),
  plant(
    'a clinic of the profile above patients',
    'rls_trusts_user_editable_field',
    entity({ ...all({ $or: [ADMIN, { 'data.clinic': '{{user.data.clinic}}' }] }) }, { clinic: text }),
  ),
  plant(
    'a wage that managers by their own word see',
    'rls_trusts_user_editable_field',
    entity(readable, { wage: { ...number, rls: { read: { user_condition: { 'data.is_manager': true } } } } }),
  ),
  plant('a tenant that users who are new choose', 'rls_trusts_user_editable_field', [
    entity({ read: { 'data.tenant': '{{user.data.tenant}}' }, write: ADMIN }, { tenant: text }),
    users({ tenant: { ...text, rls: { update: { 'data.tenant': { $exists: false } } } } }),
  ]),
  plant(
    'an assignee whom the assignee replaces',
    'rls_movable_row',
    entity(all(of('assignee')), { assignee: text }),
  ),
  plant(
    'a holder of a voucher who gives it to others',
    'rls_movable_row',
    entity({ create: ADMIN, read: of('holder'), update: of('holder'), delete: ADMIN }, { holder: text }),
  ),
  plant('documents that members move to other teams', 'rls_movable_row', [
    entity({ read: MY_TEAM, create: MY_TEAM, update: MY_TEAM, delete: ADMIN }, team),
    guardedTeam,
  ]),
  plant(
    'editors who choose other editors',
    'rls_movable_row',
    entity(
      { create: of('editors'), read: of('editors'), update: of('editors'), delete: ADMIN },
      { editors: { type: 'array', items: text } },
    ),
  ),
  plant(
    'ids of tax in a list of customers',
    'sensitive_fields_exposed',
    entity(readable, { name: text, tax_id: text }),
  ),
  plant(
    'reset tokens in what all may read',
    'sensitive_fields_exposed',
    entity(readable, { reset_token: text }),
  ),
  plant(
    'an iban of sellers for all buyers',
    'sensitive_fields_exposed',
    entity({ read: { user_condition: { role: 'user' } }, write: ADMIN }, { seller: text, iban: text }),
  ),
  plant(
    'a diagnosis behind published',
    'sensitive_fields_exposed',
    entity(
      { read: { $or: [MINE, { 'data.public': true }] }, write: MINE },
      { public: flag, diagnosis: text },
    ),
  ),
  plant(
    'a nested card number',
    'sensitive_fields_exposed',
    entity(readable, { payment: { type: 'object', properties: { card_number: text, brand: text } } }),
  ),
  plant(
    'a German tax number',
    'sensitive_fields_exposed',
    entity(readable, { firma: text, steuernummer: text }),
  ),
  plant(
    'a French number of social security',
    'sensitive_fields_exposed',
    entity(readable, { nom: text, numero_securite_sociale: text }),
  ),
  plant(
    'a Spanish clinical history',
    'sensitive_fields_exposed',
    entity(readable, { nombre: text, historia_clinica: text }),
  ),
  plant('a team changes what only owners read', 'rls_write_wider_than_read', [
    entity({ read: MINE, create: MINE, update: { $or: [MINE, MY_TEAM] }, delete: MINE }, fixedTeam),
    guardedTeam,
  ]),
  plant(
    'nobody may do anything with logs',
    'rls_no_policy',
    entity({ read: false, create: false, update: false, delete: false }),
  ),
]
