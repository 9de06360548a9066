import type { ConnectorAuth, DefinedField } from '@atrium/contract/connector-definition'
import { oneLine } from '../../../../platform/text/one-line.ts'
import type { SignIn } from './api-description.ts'
import { fieldName } from './field-name.ts'

export type KeyedSignIn = Extract<SignIn, { kind: 'key' | 'bearer' | 'basic' }>

interface DraftedKeys {
  auth: ConnectorAuth
  fields: readonly DefinedField[]
  notes: readonly string[]
}

/** What people enter once and every call carries, all of it together. */
export function draftKeys(signIns: readonly KeyedSignIn[], taken: readonly string[]): DraftedKeys {
  const fields: DefinedField[] = []
  const add = (words: string, field: Omit<DefinedField, 'name' | 'required'>): string => {
    const name = fieldName(words, [...taken, ...fields.map((one) => one.name)])
    fields.push({ name, required: true, ...field })
    return `{${name}}`
  }
  const [headers, query]: [[string, string][], [string, string][]] = [[], []]
  const notes: string[] = []
  let basic: { username: string; password: string } | undefined
  for (const signIn of signIns) {
    if (signIn.kind === 'bearer') headers.push(['Authorization', `Bearer ${add('token', TOKEN)}`])
    if (signIn.kind === 'basic')
      basic = { username: add('username', USERNAME), password: add('password', PASSWORD) }
    if (signIn.kind !== 'key') continue
    const { name, place, about } = signIn
    const value = add(signIns.length > 1 ? name : 'api_key', { ...KEY, ...described(name, about, signIns) })
    ;(place === 'header' ? headers : query).push([name, value])
    if (name.toLowerCase() === 'authorization')
      notes.push(
        'The key is sent as it is: put a word such as Bearer before it in auth.headers where the service wants one.',
      )
  }
  const auth: ConnectorAuth = {
    mode: 'api_key',
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(query.length > 0 && { query: Object.fromEntries(query) }),
    ...(basic && { basic }),
  }
  return { auth, fields, notes }
}

function described(name: string, about: string, signIns: readonly KeyedSignIn[]) {
  return { description: oneLine(about, 400), ...(signIns.length > 1 && { display_name: oneLine(name, 80) }) }
}

const SECRET = {
  description: '',
  placeholder: 'paste-it-here',
  validation_pattern: '^[!-~]+$',
  validation_error: 'Paste it without spaces and line ends.',
  is_secret: true,
}
const KEY = { ...SECRET, display_name: 'API key' }
const TOKEN = { ...SECRET, display_name: 'Token' }
const PASSWORD = {
  ...{ ...SECRET, display_name: 'Password', validation_pattern: '^[ -~]+$' },
  validation_error: 'Use letters, digits and signs of an English keyboard.',
}
const USERNAME = {
  display_name: 'User name',
  description: '',
  placeholder: 'ada',
  validation_pattern: '^[ -9;-~]+$',
  validation_error: 'Enter the user name, which has no colon.',
}
