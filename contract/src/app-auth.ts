/** How an app's own end users sign up and sign in: its own front end calls these. */
import { Type } from 'typebox'
import { AppMe, EXAMPLE_ME } from './app-me.ts'
import { operation, orAppUser, perMinute, personal } from './operation.ts'
import { Email, Id } from './shared.ts'

export const AUTH = '/api/apps/{app_id}/auth'
export const AppPath = Type.Object({ app_id: Id })
const Password = Type.String({ minLength: 1, maxLength: 256 })
const NewPassword = Type.String({ minLength: 8, maxLength: 256 })
export const PER_ADDRESS = perMinute(10, 'address')

export const SignedIn = Type.Object({ access_token: Type.String(), user: AppMe })
export const EXAMPLE_SIGNED_IN = { access_token: 'aps_…', user: EXAMPLE_ME }
export const Done = Type.Object({ success: Type.Literal(true) })
export const EXAMPLE_DONE = { success: true }

/** Whether the link is to lead to a page of Atrium. */
export const Hosted = Type.Boolean({
  description: 'The link leads to the page that Atrium serves, also when the app has an address of its own',
})

export const loginToApp = operation({
  name: 'app_auth.login',
  summary: 'Sign in to an app',
  description:
    'For the own users of the app, and with the password of their Atrium account for people of the workspace who can ' +
    'see it, who send a `code` along when their account has a second factor. The token is good for 30 days, inside ' +
    'this app only. At most 10 tries a minute for an email from one address, and 100 from all.',
  method: 'POST',
  path: `${AUTH}/login`,
  credential: null,
  limit: perMinute(60, 'address'),
  params: AppPath,
  body: Type.Object({
    email: Email,
    password: Password,
    code: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  answer: SignedIn,
  refuses: [
    'invalid_login',
    'second_factor_required',
    'invalid_second_factor',
    'email_not_verified',
    'app_closed',
    'second_factor_locked',
    'password_sign_in_refused',
  ],
  example: {
    body: { email: 'grace@example.com', password: 'correct horse battery staple' },
    answer: EXAMPLE_SIGNED_IN,
  },
})

export const registerInApp = operation({
  name: 'app_auth.register',
  summary: 'Sign up in an app',
  description:
    'Mails a code of 6 digits that is valid for 15 minutes; app_auth.verify_otp takes it. Who may sign up, the app ' +
    'decides by its public_settings: everybody, members of the workspace, or only who was invited. ' +
    'An email that was never verified can sign up again, with another password.',
  method: 'POST',
  path: `${AUTH}/register`,
  credential: null,
  limit: PER_ADDRESS,
  params: AppPath,
  body: Type.Object({
    email: Email,
    password: NewPassword,
    full_name: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  answer: Type.Object({ id: Id, email: Type.String(), is_verified: Type.Literal(false) }),
  refuses: ['app_not_found', 'app_closed', 'app_user_exists'],
  example: {
    body: { email: 'grace@example.com', password: 'correct horse battery staple', full_name: 'Grace Hopper' },
    answer: { id: EXAMPLE_ME.id, email: EXAMPLE_ME.email, is_verified: false },
  },
})

export const verifyOtp = operation({
  name: 'app_auth.verify_otp',
  summary: 'Prove an email with the code that was mailed to it, and sign in',
  description: 'A code works once. After 5 wrong tries it is void.',
  method: 'POST',
  path: `${AUTH}/verify-otp`,
  credential: null,
  limit: PER_ADDRESS,
  params: AppPath,
  body: Type.Object({ email: Email, otp_code: Type.String({ minLength: 1, maxLength: 20 }) }),
  answer: SignedIn,
  refuses: ['invalid_code', 'app_closed'],
  example: { body: { email: 'grace@example.com', otp_code: '271828' }, answer: EXAMPLE_SIGNED_IN },
})

export const resendOtp = operation({
  name: 'app_auth.resend_otp',
  summary: 'Mail a new code',
  description:
    'The code before is void. Answers the same for every email, known or not. At most 5 codes an hour go to one email.',
  method: 'POST',
  path: `${AUTH}/resend-otp`,
  credential: null,
  limit: PER_ADDRESS,
  params: AppPath,
  body: Type.Object({ email: Email }),
  answer: Done,
  example: { body: { email: 'grace@example.com' }, answer: EXAMPLE_DONE },
})

export const requestPasswordReset = operation({
  name: 'app_auth.reset_password_request',
  summary: 'Mail a link for a new password',
  description:
    'The link leads to /reset-password#token=… of the app, or to the page that Atrium serves for it, and is valid for ' +
    'an hour. Answers the same for every email, known or not. At most 5 links an hour go to one email.',
  method: 'POST',
  path: `${AUTH}/reset-password-request`,
  credential: null,
  limit: PER_ADDRESS,
  params: AppPath,
  body: Type.Object({ email: Email, hosted: Type.Optional(Hosted) }),
  answer: Done,
  example: { body: { email: 'grace@example.com' }, answer: EXAMPLE_DONE },
})

export const resetPassword = operation({
  name: 'app_auth.reset_password',
  summary: 'Set a new password with the token of a mailed link',
  description: 'Ends all sessions of this person in the app. The link works once, and proves the email too.',
  method: 'POST',
  path: `${AUTH}/reset-password`,
  credential: null,
  limit: PER_ADDRESS,
  params: AppPath,
  body: Type.Object({
    reset_token: Type.String({ minLength: 1, maxLength: 512 }),
    new_password: NewPassword,
  }),
  answer: Done,
  refuses: ['invalid_reset_token'],
  example: {
    body: { reset_token: 'rst_…', new_password: 'correct horse battery staple' },
    answer: EXAMPLE_DONE,
  },
})

export const changePassword = operation({
  name: 'app_auth.change_password',
  summary: 'Change your password in an app',
  description: 'Ends your other sessions in the app.',
  method: 'POST',
  path: `${AUTH}/change-password`,
  credential: orAppUser(personal('full_access')),
  limit: perMinute(10, 'caller'),
  params: AppPath,
  body: Type.Object({ user_id: Id, current_password: Password, new_password: NewPassword }),
  answer: Done,
  refuses: ['app_not_found', 'app_user_not_found', 'password_elsewhere', 'wrong_password'],
  example: {
    body: {
      user_id: EXAMPLE_ME.id,
      current_password: 'correct horse battery staple',
      new_password: 'better horse battery staple',
    },
    answer: EXAMPLE_DONE,
  },
})

export const logoutOfApp = operation({
  name: 'app_auth.logout',
  summary: 'Sign out of an app: end this session',
  method: 'POST',
  path: `${AUTH}/logout`,
  credential: orAppUser(personal('full_access')),
  params: AppPath,
  answer: Done,
  refuses: ['app_not_found', 'not_a_session'],
  example: { answer: EXAMPLE_DONE },
})
