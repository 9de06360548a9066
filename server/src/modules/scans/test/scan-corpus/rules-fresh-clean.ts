/** Written from what apps store, after all rules; see `fresh-corpus.test.ts` for what the first run found. */
import {
  ADMIN,
  CLOSED_APP,
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
  text,
  users,
} from './rules-sample.ts'

const number = { type: 'number' }
const LOCKED = { ...text, rls: { update: false } }
const of = (field: string) => ({ [`data.${field}`]: ME })
const all = (rule: unknown) => ({ create: rule, read: rule, update: rule, delete: rule })
const readable = { read: true, write: ADMIN }

export const lookAlikes: Clean[] = [
  clean('invoices of their own', entity(all(MINE), { amount: number })),
  clean(
    'invoices that admins see',
    entity({ read: MINE_OR_ADMIN, create: MINE, update: ADMIN, delete: ADMIN }, { amount: number }),
  ),
  clean(
    'appointments of doctor and patient',
    entity(
      {
        create: of('patient'),
        read: { $or: [of('patient'), of('doctor')] },
        update: { $or: [of('patient'), of('doctor')] },
        delete: ADMIN,
      },
      { patient: LOCKED, doctor: LOCKED },
    ),
  ),
  clean('a menu of a restaurant', entity(readable, { dish: text, price: number }), {
    app: OPEN_APP,
    may: 'rls_always_true',
  }),
  clean(
    'reservations that visitors make',
    entity({ create: true, read: ADMIN, update: ADMIN, delete: ADMIN }, { name: text, phone: text }),
    { app: OPEN_APP },
  ),
  clean(
    'feedback that visitors leave',
    entity({ create: true, read: ADMIN, update: false, delete: ADMIN }, { stars: number }),
    { app: OPEN_APP },
  ),
  clean(
    'posts for all, changed by their authors',
    entity({ read: true, create: MINE, update: MINE, delete: MINE_OR_ADMIN }),
    { may: 'rls_always_true' },
  ),
  clean(
    'drafts of their own',
    entity(
      { read: MINE, create: MINE, delete: MINE, update: { $and: [MINE, { 'data.state': 'draft' }] } },
      { state: text },
    ),
  ),
  clean(
    'orders until they are sent',
    entity(
      {
        read: MINE_OR_ADMIN,
        create: MINE,
        delete: ADMIN,
        update: { $or: [ADMIN, { created_by_id: ME, 'data.sent': { $ne: true } }] },
      },
      { sent: flag },
    ),
  ),
  clean(
    'profiles of people with a public part',
    entity(
      { read: { $or: [MINE, { 'data.visible': true }] }, write: MINE },
      { visible: flag, nickname: text },
    ),
  ),
  clean('a company that admins enter', [
    entity({ read: { 'data.company': '{{user.data.company}}' }, write: ADMIN }, { company: text }),
    users({ company: { ...text, rls: { write: ADMIN } } }),
  ]),
  clean('a department that cannot be changed', [
    entity({ read: { 'data.dept': '{{user.data.dept}}' }, write: ADMIN }, { dept: text }),
    users({ dept: { ...text, rls: { write: false } } }),
  ]),
  clean('a verified mark that support gives', [
    entity({ read: { user_condition: { 'data.verified': true } }, write: ADMIN }),
    users({ verified: { ...flag, rls: { write: { user_condition: { role: 'support' } } } } }),
  ]),
  clean(
    'teachers by role',
    entity({
      read: MINE_OR_ADMIN,
      create: MINE,
      update: { $or: [MINE, { user_condition: { role: 'teacher' } }] },
      delete: ADMIN,
    }),
  ),
  clean(
    'an assignee whom only admins replace',
    entity(all(of('assignee')), { assignee: { ...text, rls: { update: ADMIN } } }),
  ),
  clean(
    'a voucher that stays with its holder',
    entity({ create: ADMIN, read: of('holder'), update: of('holder'), delete: ADMIN }, { holder: LOCKED }),
  ),
  clean('documents that stay in their team', [
    entity({ read: MY_TEAM, create: MY_TEAM, update: MY_TEAM, delete: ADMIN }, fixedTeam),
    guardedTeam,
  ]),
  clean(
    'tax numbers that admins see',
    entity(readable, { name: text, tax_id: { ...text, rls: { read: ADMIN } } }),
    { may: 'rls_always_true' },
  ),
  clean(
    'tokens that nobody reads',
    entity({ read: MINE, write: MINE }, { reset_token: { ...text, rls: { read: false } } }),
  ),
  clean('an iban of their own', entity(all(MINE), { iban: text })),
  clean(
    'a diagnosis for patient and doctor',
    entity(
      {
        create: of('doctor'),
        read: { $or: [of('doctor'), of('patient')] },
        update: of('doctor'),
        delete: false,
      },
      { doctor: LOCKED, patient: LOCKED, diagnosis: text },
    ),
  ),
  clean(
    'numbers of orders and accounts',
    entity(readable, { order_number: text, account_name: text, tax_rate: number }),
    { may: 'rls_always_true' },
  ),
  clean('a password policy', entity(readable, { password_min_length: number, password_required: flag }), {
    may: 'rls_always_true',
  }),
  clean('German texts', entity(readable, { Beschreibung: text, Bestellnummer: text, Sachverhalt: text }), {
    may: 'rls_always_true',
  }),
  clean('Spanish recipes', entity(readable, { receta: text, ingredientes: text, enlace: text }), {
    may: 'rls_always_true',
  }),
  clean('an audit log for admins', entity({ read: ADMIN, create: false, update: false, delete: false })),
  clean(
    'events that people of the firm read',
    entity({ read: { user_condition: { role: 'employee' } }, write: ADMIN }),
  ),
  clean('a private app of notes', entity(all(MINE)), { app: CLOSED_APP }),
  clean(
    'answers to a survey',
    entity({ create: MINE, read: MINE_OR_ADMIN, update: false, delete: false }, { answer: text }),
  ),
  clean('likes that people take back', entity({ read: true, create: MINE, update: false, delete: MINE }), {
    may: 'rls_always_true',
  }),
  clean(
    'a chat of members',
    entity(
      { create: of('members'), read: of('members'), update: of('members'), delete: ADMIN },
      { members: { type: 'array', items: text, rls: { update: false } } },
    ),
  ),
  clean(
    'two roles',
    entity({
      read: { $or: [{ user_condition: { role: 'editor' } }, ADMIN] },
      write: { $or: [{ user_condition: { role: 'editor' } }, ADMIN] },
    }),
  ),
  clean(
    'own and not archived',
    entity(
      {
        read: MINE,
        create: MINE,
        delete: MINE,
        update: { $and: [MINE, { $nor: [{ 'data.archived': true }] }] },
      },
      { archived: flag },
    ),
  ),
  clean(
    'shared by email',
    entity(
      { read: { $or: [MINE, { 'data.readers': '{{user.email}}' }] }, write: MINE },
      { readers: { type: 'array', items: text } },
    ),
  ),
  clean(
    'support sees tickets and customers their own',
    entity({
      create: MINE,
      read: { $or: [MINE, { user_condition: { role: 'support' } }] },
      update: { user_condition: { role: 'support' } },
      delete: ADMIN,
    }),
  ),
  clean('members of a project by another entity', [
    entity(
      {
        ...all({
          $related: {
            entity: 'Membership',
            where: { 'data.project': '{{record.data.project}}', 'data.user_id': ME },
          },
        }),
      },
      { project: LOCKED },
    ),
    {
      ...entity({ read: of('user_id'), write: ADMIN }, { project: text, user_id: text }),
      name: 'Membership',
    },
  ]),
  clean(
    'a price list with a field for staff',
    entity(readable, { price: number, margin: { ...number, rls: { read: ADMIN } } }),
    { may: 'rls_always_true' },
  ),
  clean(
    'own files by email',
    entity({
      create: { created_by: '{{user.email}}' },
      read: { created_by: '{{user.email}}' },
      update: { created_by: '{{user.email}}' },
      delete: { created_by: '{{user.email}}' },
    }),
  ),
]
