/** Links in emails to the users of an app, and the pages that Atrium serves for an app without pages of its own. */
import { Type } from 'typebox'
import {
  AppPath,
  AUTH,
  Done,
  EXAMPLE_DONE,
  EXAMPLE_SIGNED_IN,
  Hosted,
  PER_ADDRESS,
  SignedIn,
} from './app-auth.ts'
import { HttpUrl } from './apps.ts'
import { operation, orAppUser, perMinute, personal } from './operation.ts'
import { Email, Nullable, OneOf } from './shared.ts'

const LinkToken = Type.String({
  minLength: 1,
  maxLength: 512,
  description: 'What the link has behind `#token=`',
})
const FromUrl = Type.String({ maxLength: 2048, description: 'Where to go on to: an address of the app' })

export const requestMagicLink = operation({
  name: 'app_auth.request_magic_link',
  summary: 'Mail a link that signs in',
  description:
    'The link leads to /magic-link#token=… of the app, or to the page that Atrium serves for it; it works once, within ' +
    '15 minutes. Who may sign up gets one too. Answers the same for every email; at most 5 links an hour go to one ' +
    'email. People of the workspace sign in with their Atrium account instead.',
  method: 'POST',
  path: `${AUTH}/magic-link-request`,
  credential: null,
  limit: PER_ADDRESS,
  params: AppPath,
  body: Type.Object({
    email: Email,
    from_url: Type.Optional(FromUrl),
    hosted: Type.Optional(Hosted),
  }),
  answer: Done,
  example: { body: { email: 'grace@example.com' }, answer: EXAMPLE_DONE },
})

export const verifyMagicLink = operation({
  name: 'app_auth.verify_magic_link',
  summary: 'Sign in with the token of a mailed link',
  description:
    'Show whom the link signs in (app_auth.preview_page) and ask for a press of a button before: programs that look ' +
    'for harmful mail open links.',
  method: 'POST',
  path: `${AUTH}/magic-link`,
  credential: null,
  limit: PER_ADDRESS,
  params: AppPath,
  body: Type.Object({ link_token: LinkToken }),
  answer: SignedIn,
  refuses: ['invalid_magic_link', 'app_closed'],
  example: { body: { link_token: 'mgl_…' }, answer: EXAMPLE_SIGNED_IN },
})

export const previewPage = operation({
  name: 'app_auth.preview_page',
  summary: 'Read what a sign-in page shows: the app, and whom a mailed link is for',
  description:
    '`app` is null for an app that is not public, as for one that does not exist, unless a good link is sent along.',
  method: 'POST',
  path: `${AUTH}/page`,
  credential: null,
  limit: perMinute(60, 'address'),
  params: AppPath,
  body: Type.Object({ link_token: Type.Optional(LinkToken) }),
  answer: Type.Object({
    app: Nullable(Type.Object({ name: Type.String(), logo_url: Nullable(Type.String()) })),
    may_sign_up: Type.Boolean(),
    link: Nullable(
      Type.Object({ purpose: OneOf(['reset', 'magic_link', 'invitation']), email: Type.String() }),
    ),
  }),
  example: {
    body: {},
    answer: { app: { name: 'Orders', logo_url: null }, may_sign_up: true, link: null },
  },
})

export const readReturnAddress = operation({
  name: 'app_auth.read_return_address',
  summary: 'Read where a sign-in page may lead on to',
  description:
    '`from_url` if it is an address of the app; without it `published_url`. Null when there is none to lead to.',
  method: 'GET',
  path: `${AUTH}/return-address`,
  credential: orAppUser(personal('read_only')),
  params: AppPath,
  query: Type.Object({ from_url: Type.Optional(FromUrl) }),
  answer: Type.Object({ return_url: Nullable(HttpUrl) }),
  refuses: ['app_not_found'],
  example: { answer: { return_url: 'https://orders.example.com/cart' } },
})
