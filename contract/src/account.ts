/** A person's own account. Only a signed-in session reaches it: a token that leaks must not lock its owner out. */
import { Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import {
  EXAMPLE_NEW_PASSKEY,
  EXAMPLE_PASSKEY_CREATION,
  NewPasskey,
  Passkey,
  PasskeyCreation,
  PasskeyName,
} from './passkeys.ts'
import { Email, Id, Nullable, OneOf, Timestamp } from './shared.ts'

const OWN = personal('full_access')
const CHANGE = perMinute(30, 'caller', 'account')
const Password = Type.String({ minLength: 1, maxLength: 256 })
const NewPassword = Type.String({ minLength: 8, maxLength: 256 })
const RECENT =
  'Needs a sign-in, or session.confirm, within the last 10 minutes. The change is mailed to the person.'
const RecoveryCodes = Type.Array(Type.String(), { description: 'Each works once; shown only now.' })
const EXAMPLE_CODES = ['4mzk-q2vd-7hpa-xw3n', '…']
const Done = Type.Object({ success: Type.Literal(true) })
const EXAMPLE_DONE = { success: true }

export const Account = Type.Object(
  {
    id: Id,
    email: Type.String(),
    full_name: Type.String(),
    has_password: Type.Boolean(),
    has_totp: Type.Boolean({ description: 'An authenticator app is set up.' }),
    passkeys: Type.Integer(),
    recovery_codes_left: Type.Integer(),
  },
  { $id: 'Account' },
)
const EXAMPLE_ACCOUNT = {
  id: 'usr_06bcz0k3v4n8q1t5w7x9y2a3b4',
  email: 'ada@example.com',
  full_name: 'Ada Byron',
  has_password: true,
  has_totp: true,
  passkeys: 1,
  recovery_codes_left: 10,
}

export const Session = Type.Object(
  {
    id: Id,
    device: Type.String({ description: 'What the client says it is, in plain words.' }),
    address: Type.String(),
    method: Nullable(OneOf(['password', 'passkey', 'openid', 'invitation'])),
    second_factor: Nullable(OneOf(['totp', 'recovery_code', 'passkey'])),
    created_date: Timestamp,
    last_seen: Timestamp,
    expires_at: Timestamp,
    is_this: Type.Boolean({ description: 'The session that asks.' }),
  },
  { $id: 'Session' },
)
const EXAMPLE_SESSION = {
  id: 'ses_06bcz0k3v4n8q1t5w7x9y2a3b4',
  device: 'Firefox on Windows',
  address: '192.0.2.7',
  method: 'password',
  second_factor: 'totp',
  created_date: '2026-11-15T09:30:00.000Z',
  last_seen: '2026-11-17T08:00:00.000Z',
  expires_at: '2026-12-15T09:30:00.000Z',
  is_this: true,
}
const EXAMPLE_PASSKEY = {
  id: 'psk_06bcz0k3v4n8q1t5w7x9y2a3b4',
  name: 'Laptop',
  created_date: '2026-11-15T09:30:00.000Z',
  last_used_at: null,
}

export const readAccount = operation({
  name: 'account.read',
  summary: 'Read your account and how it is protected',
  method: 'GET',
  path: '/api/account',
  credential: OWN,
  answer: Account,
  refuses: ['session_only'],
  example: { answer: EXAMPLE_ACCOUNT },
})

export const updateAccount = operation({
  name: 'account.update',
  summary: 'Change your name',
  method: 'PATCH',
  path: '/api/account',
  credential: OWN,
  limit: CHANGE,
  body: Type.Object({ full_name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }) }),
  answer: Account,
  refuses: ['session_only'],
  example: { body: { full_name: 'Ada King' }, answer: { ...EXAMPLE_ACCOUNT, full_name: 'Ada King' } },
})

export const changeAccountPassword = operation({
  name: 'account.change_password',
  summary: 'Change your password; all other sessions end',
  description: 'Access tokens stay. The change is mailed to you.',
  method: 'POST',
  path: '/api/account/password',
  credential: OWN,
  limit: perMinute(10, 'caller'),
  body: Type.Object({ current_password: Password, new_password: NewPassword }),
  answer: Type.Object({ sessions_ended: Type.Integer() }),
  refuses: ['session_only', 'wrong_password'],
  example: {
    body: { current_password: 'correct horse battery staple', new_password: 'a better one, and longer' },
    answer: { sessions_ended: 2 },
  },
})

export const requestAccountReset = operation({
  name: 'account.request_password_reset',
  summary: 'Mail yourself a link for a new password',
  description:
    'The answer is the same whether there is such an account or not. The link works once, within an hour; at most 5 an hour.',
  method: 'POST',
  path: '/api/auth/password-reset/request',
  credential: null,
  limit: perMinute(10, 'address'),
  body: Type.Object({ email: Email }),
  answer: Done,
  example: { body: { email: 'ada@example.com' }, answer: EXAMPLE_DONE },
})

export const resetAccountPassword = operation({
  name: 'account.reset_password',
  summary: 'Set a new password with a mailed link; all sessions end',
  description: 'Access tokens and the second factor stay.',
  method: 'POST',
  path: '/api/auth/password-reset',
  credential: null,
  limit: perMinute(10, 'address'),
  body: Type.Object({
    reset_token: Type.String({ minLength: 1, maxLength: 200 }),
    new_password: NewPassword,
  }),
  answer: Done,
  refuses: ['invalid_reset_token'],
  example: { body: { reset_token: 'rst_…', new_password: 'a better one, and longer' }, answer: EXAMPLE_DONE },
})

export const listSessions = operation({
  name: 'account.list_sessions',
  summary: 'List where you are signed in',
  method: 'GET',
  path: '/api/account/sessions',
  credential: OWN,
  answer: Type.Object({ items: Type.Array(Session) }),
  refuses: ['session_only'],
  example: { answer: { items: [EXAMPLE_SESSION] } },
})

export const endSession = operation({
  name: 'account.end_session',
  summary: 'Sign out one of your devices',
  method: 'DELETE',
  path: '/api/account/sessions/{session_id}',
  credential: OWN,
  limit: CHANGE,
  params: Type.Object({ session_id: Id }),
  answer: Done,
  refuses: ['session_only', 'session_not_found'],
  example: { answer: EXAMPLE_DONE },
})

export const endSessions = operation({
  name: 'account.end_sessions',
  summary: 'Sign out everywhere, or everywhere else',
  description: 'Ends your sessions in apps too. Access tokens stay.',
  method: 'POST',
  path: '/api/account/sessions/end',
  credential: OWN,
  limit: CHANGE,
  body: Type.Object({
    include_this: Type.Optional(Type.Boolean({ default: false, description: 'End this session as well.' })),
  }),
  answer: Type.Object({ sessions_ended: Type.Integer() }),
  refuses: ['session_only'],
  example: { body: { include_this: false }, answer: { sessions_ended: 3 } },
})

export const startTotp = operation({
  name: 'account.start_totp',
  summary: 'Start to set up an authenticator app',
  description: `Nothing changes until account.confirm_totp, within an hour. ${RECENT}`,
  method: 'POST',
  path: '/api/account/totp',
  credential: OWN,
  limit: CHANGE,
  answer: Type.Object({
    secret: Type.String({ description: 'For typing; shown only now.' }),
    uri: Type.String({ description: 'For a QR code.' }),
  }),
  refuses: ['session_only', 'recent_sign_in_required', 'totp_exists'],
  example: { answer: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Atrium:ada@example.com?secret=…' } },
})

export const confirmTotp = operation({
  name: 'account.confirm_totp',
  summary: 'Turn the authenticator app on, with a code that it shows',
  description: `Sign-ins with the password ask for a code from now on. ${RECENT}`,
  method: 'POST',
  path: '/api/account/totp/confirm',
  credential: OWN,
  limit: perMinute(10, 'caller'),
  body: Type.Object({ code: Type.String({ minLength: 6, maxLength: 10 }) }),
  answer: Type.Object({
    recovery_codes: Nullable(RecoveryCodes),
  }),
  refuses: ['session_only', 'recent_sign_in_required', 'totp_not_started', 'wrong_totp_code'],
  example: { body: { code: '123456' }, answer: { recovery_codes: EXAMPLE_CODES } },
})

export const removeTotp = operation({
  name: 'account.remove_totp',
  summary: 'Remove the authenticator app',
  description: `With the last second factor the recovery codes go too. ${RECENT}`,
  method: 'DELETE',
  path: '/api/account/totp',
  credential: OWN,
  limit: CHANGE,
  answer: Done,
  refuses: ['session_only', 'recent_sign_in_required', 'totp_not_found'],
  example: { answer: EXAMPLE_DONE },
})

export const generateRecoveryCodes = operation({
  name: 'account.generate_recovery_codes',
  summary: 'Get 10 new recovery codes; the old ones stop',
  description: RECENT,
  method: 'POST',
  path: '/api/account/recovery-codes',
  credential: OWN,
  limit: CHANGE,
  answer: Type.Object({ recovery_codes: RecoveryCodes }),
  refuses: ['session_only', 'recent_sign_in_required', 'no_second_factor'],
  example: { answer: { recovery_codes: EXAMPLE_CODES } },
})

export const startPasskey = operation({
  name: 'account.start_passkey',
  summary: 'Start to add a passkey',
  description: `For navigator.credentials.create, within 5 minutes. ${RECENT}`,
  method: 'POST',
  path: '/api/account/passkeys/start',
  credential: OWN,
  limit: CHANGE,
  answer: PasskeyCreation,
  refuses: ['session_only', 'recent_sign_in_required', 'passkey_limit_reached'],
  example: { answer: EXAMPLE_PASSKEY_CREATION },
})

export const addPasskey = operation({
  name: 'account.add_passkey',
  summary: 'Add a passkey',
  description: `Sign-ins with the password ask for a second factor from now on. ${RECENT}`,
  method: 'POST',
  path: '/api/account/passkeys',
  credential: OWN,
  limit: CHANGE,
  body: Type.Object({ name: PasskeyName, passkey: NewPasskey }),
  status: 201,
  answer: Type.Object({
    passkey: Passkey,
    recovery_codes: Nullable(RecoveryCodes),
  }),
  refuses: [
    'session_only',
    'recent_sign_in_required',
    'passkey_refused',
    'passkey_exists',
    'passkey_limit_reached',
  ],
  example: {
    body: { name: 'Laptop', passkey: EXAMPLE_NEW_PASSKEY },
    answer: { passkey: EXAMPLE_PASSKEY, recovery_codes: EXAMPLE_CODES },
  },
})

export const listPasskeys = operation({
  name: 'account.list_passkeys',
  summary: 'List your passkeys',
  method: 'GET',
  path: '/api/account/passkeys',
  credential: OWN,
  answer: Type.Object({ items: Type.Array(Passkey) }),
  refuses: ['session_only'],
  example: { answer: { items: [EXAMPLE_PASSKEY] } },
})

export const updatePasskey = operation({
  name: 'account.update_passkey',
  summary: 'Rename a passkey',
  method: 'PATCH',
  path: '/api/account/passkeys/{passkey_id}',
  credential: OWN,
  limit: CHANGE,
  params: Type.Object({ passkey_id: Id }),
  body: Type.Object({ name: PasskeyName }),
  answer: Passkey,
  refuses: ['session_only', 'passkey_not_found'],
  example: { body: { name: 'Laptop' }, answer: EXAMPLE_PASSKEY },
})

export const removePasskey = operation({
  name: 'account.remove_passkey',
  summary: 'Remove a passkey',
  description: `With the last second factor the recovery codes go too. ${RECENT}`,
  method: 'DELETE',
  path: '/api/account/passkeys/{passkey_id}',
  credential: OWN,
  limit: CHANGE,
  params: Type.Object({ passkey_id: Id }),
  answer: Done,
  refuses: ['session_only', 'recent_sign_in_required', 'passkey_not_found'],
  example: { answer: EXAMPLE_DONE },
})
