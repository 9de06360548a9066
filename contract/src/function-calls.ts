import { Type } from 'typebox'
import { operation, orAppUser, Passed, perMinute, personal, whenPresented } from './operation.ts'
import { Id } from './shared.ts'

const FAILURES = [
  'function_not_found',
  'function_failed',
  'function_busy',
  'function_timed_out',
  'functions_unavailable',
  'function_loop',
] as const
const BY_APP_USERS = orAppUser(personal('full_access'))

export const MAX_CALL_BYTES = 50 * 1024 * 1024

const CalledPath = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'The name of the function, and behind it, if you like, a path for the function to read',
})

const PASSED = {
  description:
    'Every method but OPTIONS, any body and content type; the answer is the function’s own: status, headers and body, as it comes. The function with the longest name that the path begins with is called.',
  method: 'POST',
  rest_param: 'name',
  passes_through: true,
  body_bytes: MAX_CALL_BYTES,
  answer: Passed,
  answer_type: '*/*',
} as const

export const invokeFunction = operation({
  ...PASSED,
  name: 'functions.invoke',
  summary: 'Call a backend function of an app',
  path: '/api/apps/{app_id}/functions/{name}',
  credential: whenPresented(BY_APP_USERS),
  limit: perMinute(600, 'caller+app'),
  params: Type.Object({ app_id: Id, name: CalledPath }),
  refuses: ['missing_credentials', 'app_not_found', ...FAILURES],
})

export const callFunction = operation({
  ...PASSED,
  name: 'functions.call',
  summary: 'Call a backend function of the app that the token is of',
  path: '/api/functions/{name}',
  credential: BY_APP_USERS,
  limit: perMinute(600, 'caller'),
  params: Type.Object({ name: CalledPath }),
  refuses: ['app_not_named', 'app_not_found', ...FAILURES],
})
