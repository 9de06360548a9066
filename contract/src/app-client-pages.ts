/** Addresses to which client libraries lead a browser: below the address of the app, or the public one of this server. */
import { Type } from 'typebox'
import { Bytes, operation, perMinute } from './operation.ts'
import { Id } from './shared.ts'

const LEAD = perMinute(30, 'address')
const AppAddress = {
  app_id: Type.Optional(Id),
  from_url: Type.String({
    minLength: 1,
    maxLength: 2_048,
    description:
      'Where to go on to: an address of the app. Without app_id it says which app, by its published_url',
  }),
}

export const openLoginPage = operation({
  name: 'app_auth.client_login_page',
  summary: 'Lead a browser to the sign-in page of an app, at the address that existing clients use',
  description: 'The page comes back to from_url as it does from `redirectToLogin` of the SDK.',
  method: 'GET',
  path: '/login',
  credential: null,
  limit: LEAD,
  query: Type.Object(AppAddress),
  answer: Bytes,
  answer_type: 'text/html',
  refuses: ['address_not_allowed'],
  example: { answer: '' },
})

export const openAppAfterLogout = operation({
  name: 'app_auth.client_logout',
  summary: 'Lead a browser back to an app after signing out, at the address that existing clients use',
  description:
    'The client has forgotten its token, which is all that an app’s user has: there is no cookie. The session itself ' +
    'ends with `app_auth.logout`.',
  method: 'GET',
  path: '/api/apps/auth/logout',
  credential: null,
  limit: LEAD,
  query: Type.Object(AppAddress),
  answer: Bytes,
  answer_type: 'text/html',
  refuses: ['address_not_allowed'],
  example: { answer: '' },
})
