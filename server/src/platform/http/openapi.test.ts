import {
  allOperations,
  ErrorBody,
  errors,
  type Operation,
  refusalsOf,
  takesStoredKey,
  ValidationErrorBody,
} from '@atrium/contract'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formatsPlugin from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { areAmbiguous, openApi } from './openapi.ts'

// biome-ignore lint/suspicious/noExplicitAny: the description is looked into from outside, like any client would
const description = openApi(allOperations) as any

const SPECIFIED = [
  'webhooks.update',
  'members.list',
  'ads.launch',
  'ads.suggest_search_themes',
  'ads.build_bootstrap_prompt',
  'ads.search_locations',
  'assets.list',
  'ads.search_terms',
  'campaigns.delete',
  'records.update',
  'scans.read',
  'findings.restore',
  'connectors.fields',
  'stats.users',
  'runs.analyze',
  'folders.remove_item',
  'flows.delete',
  'coding.launch',
]

const ajv = new Ajv2020({ strict: false, allErrors: true })
formatsPlugin.default(ajv)
ajv.addSchema({ $id: 'openapi', ...description })

// biome-ignore lint/suspicious/noExplicitAny: as above
const described = (operation: Operation): any =>
  description.paths[operation.path]?.[operation.method.toLowerCase()]

/** Complaints about a value that a schema of the description should accept. */
function complaints(schema: object, value: unknown): string {
  const text = JSON.stringify(schema).replaceAll('"#/', '"openapi#/')
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text))
  validators.set(text, validate)
  return validate(value) ? '' : ajv.errorsText(validate.errors)
}

/** Most refusals have one schema, which is compiled once. */
const validators = new Map<string, ValidateFunction>()

/** Every object inside, with the way to it. */
function* inside(value: unknown, way = '#'): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [way, value as Record<string, unknown>]
  for (const [key, item] of Object.entries(value)) yield* inside(item, `${way}/${key}`)
}

/** What a reference stands for. */
// biome-ignore lint/suspicious/noExplicitAny: as above
function referred(reference: string): any {
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/([\w.-]+)$/.exec(reference) ?? []
  return description.components[kind]?.[name]
}

test.each([
  ['/a/{x}/b', '/a/c/{y}', true],
  ['/a/{x}', '/a/{y}', true],
  ['/a/{x}', '/a/c', false],
  ['/a/{x}/b', '/a/{x}/c', false],
  ['/a/{x}', '/a/{x}/b', false],
])('%s and %s can match the same address without an order: %s', (one, other, expected) => {
  expect([areAmbiguous(one, other), areAmbiguous(other, one)]).toEqual([expected, expected])
})

describe('the OpenAPI description', () => {
  test('leaves out no key of objects that may have any: a dot stands for no line end', () => {
    const patterns = [...inside(description)].flatMap(([way, { patternProperties }]) =>
      Object.keys(patternProperties ?? {}).map((pattern) => [way, pattern]),
    )
    expect(patterns.length).toBeGreaterThan(0)
    expect(patterns.filter(([, pattern]) => pattern?.includes('.'))).toEqual([])
  })

  test('has the parts that OpenAPI 3.1 requires, and no others at its top', () => {
    expect(description).toMatchObject({
      openapi: '3.1.0',
      info: {
        title: 'Atrium',
        version: '1.0.0',
        description: expect.stringContaining('The API is in beta'),
        license: { identifier: 'Apache-2.0' },
      },
    })
    expect(Object.keys(description).sort()).toEqual([
      'components',
      'info',
      'openapi',
      'paths',
      'servers',
      'tags',
    ])
    expect(description.servers).toEqual([{ url: '/', description: 'This installation' }])
    expect(Object.keys(description.components).sort()).toEqual([
      'examples',
      'parameters',
      'responses',
      'schemas',
      'securitySchemes',
    ])
    for (const parts of Object.values<object>(description.components))
      for (const name of Object.keys(parts)) expect(name).toMatch(/^[\w.-]+$/)
  })

  test('refers only to what is there', () => {
    for (const [way, object] of inside(description)) {
      if (typeof object.$ref !== 'string') continue
      expect(referred(object.$ref), `${way} refers to ${object.$ref}`).toBeDefined()
    }
    expect(JSON.stringify(description)).not.toContain('"$id"')
  })

  test('names the codes of errors as examples of an open string, so that clients accept new ones', () => {
    const { code } = description.components.schemas.ErrorBody.properties
    expect(code).toMatchObject({ type: 'string', examples: Object.keys(errors) })
    expect(code).not.toHaveProperty('enum')
  })

  test('describes every field of the operations that the specification fixes', () => {
    const parts = SPECIFIED.flatMap((name) => {
      const operation = allOperations.find((one) => one.name === name)
      const { query, headers, body, answer } = operation ?? expect.fail(name)
      return [query, headers, body, answer].map((part) => [name, part] as const)
    })
    const fields = parts.flatMap(([name, part]) => [...inside(part, name)])
    const silent = [...fields, ...[ValidationErrorBody, ErrorBody].flatMap((part) => [...inside(part)])]
      .flatMap(([way, { properties = {} }]) =>
        Object.entries(properties as object).map(([field, schema]) => ({ way: `${way}/${field}`, schema })),
      )
      .filter(({ schema }) => !schema.description)
    expect(silent.map(({ way }) => way)).toEqual([])
  })

  test('has the numbered rules of the members list', () => {
    const { description: text } = description.paths['/api/workspace/members/list'].post
    for (const rule of [1, 2, 3, 4, 5, 6, 7]) expect(text).toMatch(new RegExp(`^${rule}\\. [A-Za-z]`, 'm'))
  })

  test('has only schemas that are valid JSON Schema 2020-12', () => {
    for (const [name, schema] of Object.entries(description.components.schemas)) {
      expect(ajv.validateSchema(schema as object), name).toBe(true)
    }
  })

  test('says of every tag what its operations are about', () => {
    for (const { name, description: text } of description.tags) expect(text, name).toMatch(/^[A-Z].+\.$/)
  })

  test('names every operation once, an unambiguous second address as such, and all its tags', () => {
    const listed = Object.values(description.paths).flatMap((path) => Object.values(path as object))
    expect(listed.map(({ operationId }) => operationId).sort()).toEqual(
      [...allOperations.map(({ name }) => name), 'app_messages.send.also', 'app_users.invite.also'].sort(),
    )
    const tags = new Set(description.tags.map(({ name }: { name: string }) => name))
    expect(new Set(listed.flatMap((one) => one.tags))).toEqual(tags)
  })
})

describe.each(allOperations.map((operation) => [operation.name, operation] as const))(
  '%s',
  (_name, operation) => {
    const it = described(operation)

    test('is described where it answers, with its parameters', () => {
      expect(it).toMatchObject({ operationId: operation.name, summary: expect.stringMatching(/\w/) })
      // biome-ignore lint/suspicious/noExplicitAny: as above
      const parameters: any[] = it.parameters.map((one: any) => (one.$ref ? referred(one.$ref) : one))
      const places = parameters.map(({ name, in: place }: { name: string; in: string }) => `${place} ${name}`)
      expect(new Set(places).size).toBe(places.length)
      const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => `path ${match[1]}`)
      expect(places.filter((place: string) => place.startsWith('path '))).toEqual(inPath)
      expect(places.includes('header Idempotency-Key')).toBe(takesStoredKey(operation))
      for (const parameter of parameters) {
        if (parameter.in === 'path') expect(parameter.required).toBe(true)
        expect(ajv.validateSchema(parameter.schema)).toBe(true)
      }
      const schemes = it.security.flatMap((one: object) => Object.keys(one))
      expect(schemes).toEqual(operation.credential ? ['bearer', 'api_key'] : [])
      for (const scheme of schemes) expect(description.components.securitySchemes).toHaveProperty(scheme)
    })

    test('tells every refusal, each with an example that fits', () => {
      for (const code of refusalsOf(operation)) {
        const { $ref } = it.responses[errors[code].status]
        const answer = referred($ref).content['application/json']
        expect(answer.examples, code).toHaveProperty(code)
        expect(complaints(answer.schema, referred(answer.examples[code].$ref).value), code).toBe('')
        expect(referred($ref).description).toContain(errors[code].message)
      }
      expect(it.responses.default).toEqual({ $ref: '#/components/responses/internal_error' })
      expect(it.responses[operation.status ?? 200].description).not.toBe('')
    })

    test('has examples that fit their schemas', () => {
      if (operation.upload) expect(it.requestBody.content).toHaveProperty('multipart/form-data')
      const answer =
        it.responses[operation.status ?? 200].content[operation.answer_type ?? 'application/json']
      // A file is its own example.
      if (operation.answer_type) return expect(answer.schema).toMatchObject({ format: 'binary' })
      // What is retired never answers.
      if (!operation.refuses?.includes('api_keys_retired')) expect(answer.example).toBeDefined()
      if (answer.example === undefined) return
      expect(complaints(answer.schema, answer.example)).toBe('')
      const body = it.requestBody?.content['application/json']
      if (operation.upload) return
      if (!operation.body) return expect(it.requestBody).toBeUndefined()
      if (it.requestBody.required) expect(body.example).toBeDefined()
      if (body.example !== undefined) expect(complaints(body.schema, body.example)).toBe('')
    })
  },
)
