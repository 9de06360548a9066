import {
  ErrorBody,
  type ErrorCode,
  errors,
  IdempotencyKey,
  KEY_TEXT,
  type Operation,
  refusalsOf,
  takesStoredKey,
  ValidationErrorBody,
  ValidationRow,
} from '@atrium/contract'
import { areas } from '@atrium/contract/areas'
import { bodyText } from '@atrium/contract/body-bounds'
import type { TSchema } from 'typebox'
import { validationMessage } from '../validation-message.ts'

/** Spec: Versioning. The version of the API, not of the product. */
export const API_VERSION = '1.0.0'

/** The OpenAPI 3.1 description of these operations; nothing in it is written by hand twice. */
export function openApi(operations: readonly Operation[]): object {
  const schemas = new Map<string, object>()
  const share = (schema: TSchema) => withReferences(schema, schemas)
  const parameters = sharedParameters(operations, share)
  for (const schema of [ValidationRow, ErrorBody, ValidationErrorBody]) share(schema)
  const refusals = new Map(
    operations.flatMap((one) => refusalsByStatus(one)).map(([, codes]) => [nameOf(codes), codes]),
  )

  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    const described = describe(operation, share, parameters)
    addPath(paths, operation.path, operation.method, described)
    const again = { ...described, operationId: `${operation.name}.also`, deprecated: true }
    if (operation.also && !operations.some(({ path }) => areAmbiguous(path, operation.also ?? '')))
      addPath(paths, operation.also, operation.method, again)
  }
  const tags = [...new Set(operations.map(areaOf))]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Atrium',
      version: API_VERSION,
      description:
        'Run everything around your apps: agents, members, records, campaigns, scans and more. The API is in beta: endpoints, fields and behavior may change.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This installation' }],
    tags: tags.map((name) => ({ name, description: areas[name as keyof typeof areas] })),
    paths,
    components: {
      schemas: sorted(schemas),
      parameters: sorted(parameters),
      responses: sorted(new Map([...refusals].map(([name, codes]) => [name, refusal(codes)]))),
      examples: sorted(
        new Map([...refusals.values()].flat().map((code) => [code, { value: exampleRefusal(code) }])),
      ),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A personal access token, a session token, or the token of an app session',
        },
        api_key: {
          type: 'apiKey',
          in: 'header',
          name: 'api_key',
          description: 'A personal or workspace API key',
        },
      },
    },
  }
}

/** True if an address can match both, and neither template is the more concrete one. */
export function areAmbiguous(a: string, b: string): boolean {
  const [left, right] = [a.split('/'), b.split('/')]
  if (a === b || left.length !== right.length) return false
  const pairs = left.map((part, at) => [part, right[at] ?? ''] as const)
  const isParameter = (part: string) => part.startsWith('{')
  if (pairs.some(([x, y]) => x !== y && !isParameter(x) && !isParameter(y))) return false
  const leftIsConcrete = pairs.some(([x, y]) => !isParameter(x) && isParameter(y))
  const rightIsConcrete = pairs.some(([x, y]) => isParameter(x) && !isParameter(y))
  return leftIsConcrete === rightIsConcrete
}

function addPath(
  paths: Record<string, Record<string, object>>,
  path: string,
  method: string,
  item: object,
): void {
  paths[path] = { ...paths[path], [method.toLowerCase()]: item }
}

type Share = (schema: TSchema) => object

function describe(operation: Operation, share: Share, shared: Parameters): object {
  const { name, summary, description, credential, limit, body, example } = operation
  return {
    operationId: name,
    tags: [areaOf(operation)],
    summary,
    description: [description, credentialText(operation), limitText(limit), bodyText(operation)]
      .filter(Boolean)
      .join('\n\n'),
    security: credential
      ? [...(credential.optional || credential.anonymous ? [{}] : []), { bearer: [] }, { api_key: [] }]
      : [],
    parameters: parametersOf(operation, share).map((one) => referenceTo(one, shared)),
    ...(operation.upload && { requestBody: FORM }),
    ...(body && {
      requestBody: {
        required: ((body as { required?: unknown[] }).required?.length ?? 0) > 0,
        content: {
          'application/json': {
            schema: share(body),
            ...(example?.body !== undefined && { example: example.body }),
          },
        },
      },
    }),
    responses: responsesOf(operation, share),
  }
}

const FORM = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', format: 'binary' } },
      },
    },
  },
}

interface Parameter {
  name: string
}
type Parameters = ReadonlyMap<string, Parameter>

/** Those that several operations have alike are described once, under their name. */
function sharedParameters(operations: readonly Operation[], share: Share): Parameters {
  const all = operations.flatMap((operation) => parametersOf(operation, share))
  const counts = Map.groupBy(all, (one) => JSON.stringify(one))
  const shared = new Map<string, Parameter>()
  for (const [one, ...others] of counts.values())
    if (one && others.length > 0 && !shared.has(one.name)) shared.set(one.name, one)
  return shared
}

function referenceTo(one: Parameter, shared: Parameters): object {
  const isShared = JSON.stringify(shared.get(one.name)) === JSON.stringify(one)
  return isShared ? { $ref: `#/components/parameters/${one.name}` } : one
}

function parametersOf(operation: Operation, share: Share): Parameter[] {
  const { params, query, headers } = operation
  const places = [
    ['path', params],
    ['query', query],
    ['header', headers],
  ] as const
  const own = places.flatMap(([place, schema]) =>
    Object.entries(schema?.properties ?? {}).map(([name, field]) => ({
      name,
      in: place,
      required: place === 'path' || ((schema?.required ?? []) as string[]).includes(name),
      schema: share(field),
    })),
  )
  return takesStoredKey(operation) ? [...own, KEY_PARAMETER] : own
}

const KEY_PARAMETER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: KEY_TEXT,
  schema: IdempotencyKey,
}

function responsesOf(operation: Operation, share: Share): object {
  const { answer, status, example } = operation
  const refusals = refusalsByStatus(operation).map(([status, codes]) => [
    status,
    { $ref: `#/components/responses/${nameOf(codes)}` },
  ])
  return {
    [status ?? 200]: {
      description: 'Done',
      content: {
        [operation.answer_type ?? 'application/json']: {
          schema: share(answer),
          ...(example && { example: example.answer }),
        },
      },
    },
    ...Object.fromEntries(refusals),
  }
}

/** `default` is what every operation may answer. */
function refusalsByStatus(operation: Operation): [string, ErrorCode[]][] {
  const byStatus = Object.groupBy(refusalsOf(operation), (code) => String(errors[code].status))
  return [
    ...Object.entries(byStatus).map(([status, codes = []]): [string, ErrorCode[]] => [status, codes]),
    ['default', ['internal_error']],
  ]
}

/** Many operations are refused alike: each such response is described once, under its codes. */
const nameOf = (codes: readonly ErrorCode[]) => codes.join('.')

function refusal(codes: readonly ErrorCode[]): object {
  const schema = codes.includes('validation_error') ? 'ValidationErrorBody' : 'ErrorBody'
  return {
    description: codes.map((code) => `\`${code}\`: ${errors[code].message}`).join('\n\n'),
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${schema}` },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
}

const EXAMPLE_ROW = { loc: ['body', 'name'], msg: 'Field required', type: 'missing' }

function exampleRefusal(code: ErrorCode): object {
  const isAboutInput = code === 'validation_error'
  const message = isAboutInput ? validationMessage(EXAMPLE_ROW) : errors[code].message
  const detail = isAboutInput ? [EXAMPLE_ROW] : message
  return { code, message, detail, request_id: 'req_06bcz0k3v4n8q1t5w7x9y2a3b4' }
}

const sorted = (parts: ReadonlyMap<string, object>) =>
  Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1)))

/** A schema with an `$id` is written once under components and referred to everywhere. */
function withReferences(schema: unknown, schemas: Map<string, object>): object {
  if (Array.isArray(schema))
    return schema.map((item) => (isObject(item) ? withReferences(item, schemas) : item))
  const { $id, ...rest } = schema as { $id?: string }
  const plain = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [
      key,
      isObject(value) ? withReferences(value, schemas) : value,
    ]),
  )
  if ($id === undefined) return plain
  schemas.set($id, plain)
  return { $ref: `#/components/schemas/${$id}` }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function areaOf({ name }: Operation): string {
  return name.slice(0, name.indexOf('.'))
}

function credentialText({ credential }: Operation): string {
  if (!credential) return 'No credential needed.'
  const readers = credential.read_only ? 'Read-only tokens may call this.' : 'Needs full access.'
  if (credential.optional) return `A credential may be left out. With one: ${readers}`
  const others = [
    credential.workspace_key && 'Workspace keys are accepted.',
    credential.app_user && 'Those who are signed in to the app may call this.',
    credential.anonymous && 'Where the app is public without login, no credential is needed.',
  ]
  return [readers, ...others].filter(Boolean).join(' ')
}

function limitText(limit: Operation['limit']): string | null {
  if (!limit) return null
  const shared = limit.group ? `, shared by all operations of \`${limit.group}\`` : ''
  return `At most ${limit.per_minute} requests per minute per ${limit.bucket}${shared}.`
}
