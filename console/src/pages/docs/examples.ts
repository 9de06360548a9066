/** How an operation is called in a shell, in a program and by the command line. */
import type { ApiDescription, Listed, Parameter } from './api-description.ts'
import { parametersOf } from './api-description.ts'

export interface Reader {
  /** Where this server is. */
  origin: string
  /** Stands in the examples; null for a reader without one. */
  token: string | null
}

/** What stands where a token belongs. */
export const NO_TOKEN = '$ATRIUM_TOKEN'

export interface Example {
  name: 'curl' | 'SDK' | 'CLI'
  text: string
}

/** What stands in the path where the reader is, such as the app that they look at. */
export type PathValues = Readonly<Record<string, string>>

export function examplesOf(
  description: ApiDescription,
  operation: Listed,
  reader: Reader,
  values: PathValues = {},
): Example[] {
  const parameters = parametersOf(description, operation)
  return [
    { name: 'curl', text: curl(operation, parameters, reader, values) },
    { name: 'SDK', text: sdk(operation, parameters, reader, values) },
    { name: 'CLI', text: cli(operation, parameters, values) },
  ]
}

function curl(
  { method, path, security = [], ...operation }: Listed,
  parameters: Parameter[],
  reader: Reader,
  values: PathValues,
) {
  const body = bodyOf(operation)
  const needed = parameters.filter((one) => one.in === 'query' && one.required)
  const query = needed.map(({ name }) => `${name}=…`).join('&')
  const address = `${reader.origin}${fill(path, parameters, values)}${query && `?${query}`}`
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(address)}`,
    security.length > 0 ? `-H "Authorization: Bearer ${reader.token ?? NO_TOKEN}"` : '',
    body === undefined ? '' : `-H 'Content-Type: application/json'`,
    body === undefined ? '' : `-d ${quote(JSON.stringify(body))}`,
  ]
    .filter(Boolean)
    .join(' \\\n  ')
}

function sdk(
  { operationId, ...operation }: Listed,
  parameters: Parameter[],
  { origin, token }: Reader,
  values: PathValues,
) {
  const inPath = parameters.filter((one) => one.in === 'path')
  const given = [
    inPath.length > 0
      ? `{ ${inPath.map(({ name }) => `${name}: ${literal(values[name] ?? '…')}`).join(', ')} }`
      : '',
    sdkInput(operation, parameters),
  ].filter(Boolean)
  const secret = token === null ? 'process.env.ATRIUM_TOKEN' : `'${token}'`
  return [
    `import { createClient } from '@atrium/sdk'`,
    '',
    `const client = createClient({ baseUrl: '${origin}', token: ${secret} })`,
    `await client.${operationId}(${given.join(', ')})`,
  ].join('\n')
}

function sdkInput(operation: Pick<Listed, 'requestBody'>, parameters: Parameter[]): string {
  const body = bodyOf(operation)
  if (body !== undefined) return literal(body)
  const needed = parameters.filter((one) => one.in === 'query' && one.required)
  return needed.length > 0 ? `{ ${needed.map(({ name }) => `${name}: '…'`).join(', ')} }` : ''
}

/** Parts of the path in their order, then the rest as flags; an object goes as JSON. */
function cli({ operationId, ...operation }: Listed, parameters: Parameter[], values: PathValues) {
  const needed = parameters.filter((one) => one.required)
  const body = bodyOf(operation)
  return [
    `npx atrium ${operationId.replace('.', ' ').replaceAll('_', '-')}`,
    ...needed.filter((one) => one.in === 'path').map(({ name }) => quote(values[name] ?? name.toUpperCase())),
    ...needed.filter((one) => one.in === 'query').map(({ name }) => `--${name.replaceAll('_', '-')} …`),
    body === undefined ? '' : `--json ${quote(JSON.stringify(body))}`,
  ]
    .filter(Boolean)
    .join(' ')
}

function bodyOf({ requestBody }: Pick<Listed, 'requestBody'>): unknown {
  return requestBody?.content?.['application/json']?.example
}

/** What a path names stands there in capitals: to be replaced, and not taken for an id. */
function fill(path: string, parameters: Parameter[], values: PathValues): string {
  const shown = (name: string) =>
    values[name] === undefined ? name.toUpperCase() : encodeURIComponent(values[name])
  return parameters
    .filter((one) => one.in === 'path')
    .reduce((text, { name }) => text.replace(`{${name}}`, () => shown(name)), path)
}

/** For a POSIX shell. */
function quote(text: string): string {
  return /^[\w./:?=&-]+$/.test(text) && !text.includes('&') ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** As a person would write it in a program. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replaceAll('"', "'")
}
