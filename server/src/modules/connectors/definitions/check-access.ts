import { ACCESS_TOKEN, NAME_HELP, VALUE_NAME } from './check-fields.ts'
import type { CheckedDefinition, Faults, Place } from './faults.ts'

/** How people and apps are let in: scopes, client credentials, and what is kept of the service's answers. */
export function checkAccess(definition: CheckedDefinition, faults: Faults): void {
  checkScopes(definition, faults)
  checkClientFields(definition, faults)
  checkCaptured(definition, faults)
}

function checkScopes({ auth, scopes }: CheckedDefinition, faults: Faults): void {
  if (auth.mode === 'api_key') {
    if (scopes.length > 0)
      faults.add(['scopes'], 'scopes_without_token', 'An API key has the rights that the service gave it')
    return
  }
  const seen = new Set<string>()
  for (const [at, { name }] of scopes.entries()) {
    const place = ['scopes', at, 'name']
    if (seen.has(name)) faults.add(place, 'scope_repeated', 'Name each scope once')
    seen.add(name)
    if (name.includes(auth.scope_separator ?? ' '))
      faults.add(place, 'scope_separated', 'A scope must not hold what stands between scopes')
  }
}

function checkClientFields({ auth, fields }: CheckedDefinition, faults: Faults): void {
  if (auth.mode !== 'client_credentials') return
  const find = (name: string) => fields.find((field) => field.name === name)
  const check = (name: string, place: Place) => {
    if (!find(name)) faults.add(place, 'unknown_field', 'Name one of the fields')
    else if (!find(name)?.required)
      faults.add(place, 'value_may_be_missing', 'The field that holds this must be required')
  }
  check(auth.client_id_field, ['auth', 'client_id_field'])
  check(auth.client_secret_field, ['auth', 'client_secret_field'])
  if (find(auth.client_secret_field)?.is_secret === false || !find(auth.client_secret_field)?.is_secret)
    faults.add(
      ['auth', 'client_secret_field'],
      'field_not_secret',
      'The field that holds this must be secret',
    )
}

function checkCaptured({ auth, fields, derived = {} }: CheckedDefinition, faults: Faults): void {
  if (auth.mode === 'api_key') return
  const groups: [Place, Readonly<Record<string, string>> | undefined][] = [
    [['auth', 'captured'], auth.captured],
  ]
  if (auth.mode === 'oauth2') {
    groups.push([['auth', 'callback_captured'], auth.callback_captured])
    groups.push([['auth', 'lookup', 'captured'], auth.lookup?.captured])
  }
  const taken = new Set([ACCESS_TOKEN, ...fields.map(({ name }) => name), ...Object.keys(derived)])
  for (const [place, captured = {}] of groups) {
    for (const [name, source] of Object.entries(captured)) {
      const at = [...place, name]
      if (!VALUE_NAME.test(name)) faults.add(at, 'name_invalid', NAME_HELP)
      if (taken.has(name)) faults.add(at, 'name_taken', `There is a value called ${name} already`)
      taken.add(name)
      // What is kept so can be read by people; tokens are kept encrypted.
      if (SECRETS.test(source)) faults.add(at, 'secret_not_here', 'Tokens and codes are not kept as values')
    }
  }
}

const SECRETS = /(^|\/)(access_token|refresh_token|id_token|client_secret|code|state|code_verifier)$/i
