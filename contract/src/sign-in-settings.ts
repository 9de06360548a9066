/** Where the users of an app sign in from: the addresses of its pages, next to `published_url`. */
import { Type } from 'typebox'
import { operation, personal } from './operation.ts'
import { Id } from './shared.ts'

export const MAX_ALLOWED_ORIGINS = 20
/** Only what begins so can be one; the server also wants it in the form that browsers send. */
export const AllowedOrigin = Type.String({
  maxLength: 300,
  pattern: '^(https://[a-z0-9.-]+|http://(localhost|127\\.0\\.0\\.1))(:[0-9]{1,5})?$',
})
export const AllowedOrigins = Type.Array(AllowedOrigin, { maxItems: MAX_ALLOWED_ORIGINS })

const fields = {
  allowed_origins: AllowedOrigins,
  allow_localhost: Type.Boolean({ description: 'The list may name http://localhost and http://127.0.0.1' }),
  use_hosted_pages: Type.Boolean({
    description: 'Links in emails lead to `hosted_url` although the app has a `published_url`',
  }),
}

export const SignInSettings = Type.Object(
  { ...fields, hosted_url: Type.String({ description: 'The sign-in page that Atrium serves for the app' }) },
  { $id: 'SignInSettings' },
)

const PATH = '/api/apps/{app_id}/sign-in-settings'
const EXAMPLE = {
  allowed_origins: ['https://shop.example.com', 'http://localhost:5173'],
  allow_localhost: true,
  use_hosted_pages: false,
  hosted_url: 'https://atrium.example.com/apps-sign-in/app_06bcz0k3v4n8q1t5w7x9y2a3b4',
}

export const readSignInSettings = operation({
  name: 'sign_in_settings.read',
  summary: 'Read from which addresses the users of an app may sign in',
  method: 'GET',
  path: PATH,
  credential: personal('read_only'),
  params: Type.Object({ app_id: Id }),
  answer: SignInSettings,
  refuses: ['app_not_found', 'editor_required'],
  example: { answer: EXAMPLE },
})

export const updateSignInSettings = operation({
  name: 'sign_in_settings.update',
  summary: 'Change from which addresses the users of an app may sign in; send only the fields to change',
  description:
    'An origin is exact: scheme, host and port, as browsers send it. The origin of `published_url` always counts.',
  method: 'PUT',
  path: PATH,
  credential: personal('full_access'),
  params: Type.Object({ app_id: Id }),
  body: Type.Partial(Type.Object(fields)),
  answer: SignInSettings,
  refuses: ['app_not_found', 'editor_required', 'localhost_not_allowed'],
  example: { body: { allowed_origins: EXAMPLE.allowed_origins, allow_localhost: true }, answer: EXAMPLE },
})
