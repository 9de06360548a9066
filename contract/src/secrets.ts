import { Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import { AnyKey, Id } from './shared.ts'

export const MAX_SECRETS = 200
export const MAX_SECRET_BYTES = 16 * 1024
/** Stands in place of every value, whatever it is. */
export const MASKED = '********'

const SECRETS = '/api/apps/{app_id}/secrets'
const AppPath = Type.Object({ app_id: Id })
const CHANGE = perMinute(60, 'caller+app', 'secrets.change')
const Done = Type.Object({ success: Type.Literal(true) })

export const listSecrets = operation({
  name: 'secrets.list',
  summary: 'List the names of the app’s secrets; values never come back',
  method: 'GET',
  path: SECRETS,
  credential: personal('read_only'),
  params: AppPath,
  answer: Type.Record(AnyKey, Type.Literal(MASKED)),
  refuses: ['app_not_found', 'editor_required'],
  example: { answer: { STRIPE_KEY: MASKED } },
})

export const setSecrets = operation({
  name: 'secrets.set',
  summary: 'Set secrets by name, all or none; functions see them from their next call on',
  description:
    'A name has letters, digits and `_`, does not begin with a digit, and has at most 128 of them; a value has at most 16 KiB.',
  method: 'POST',
  path: SECRETS,
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: CHANGE,
  params: AppPath,
  // As many as an app may have, of the largest size, with characters escaped.
  body_bytes: 8 * 1024 * 1024,
  body: Type.Record(AnyKey, Type.String()),
  answer: Done,
  refuses: ['app_not_found', 'editor_required', 'secret_limit_reached'],
  example: { body: { STRIPE_KEY: 'sk_test_4eC39HqLyjWDarjtT1zdp7dc' }, answer: { success: true } },
})

export const deleteSecret = operation({
  name: 'secrets.delete',
  summary: 'Delete a secret; functions do not see it from their next call on',
  method: 'DELETE',
  path: SECRETS,
  credential: personal('full_access'),
  limit: CHANGE,
  params: AppPath,
  query: Type.Object({ secret_name: Type.String({ minLength: 1, maxLength: 128 }) }),
  answer: Done,
  refuses: ['app_not_found', 'editor_required', 'secret_not_found'],
  example: { answer: { success: true } },
})
