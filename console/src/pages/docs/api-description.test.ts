import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  type ApiDescription,
  boundsText,
  fieldsOf,
  operationsIn,
  refusalsOf,
  type Schema,
  typeText,
} from './api-description.ts'
import { examplesOf } from './examples.ts'
import { found, indexOf } from './find-pages.ts'

const description: ApiDescription = JSON.parse(
  readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8'),
)
const operation = (name: string) => {
  const one = operationsIn(description, name.split('.')[0] ?? '').find(
    ({ operationId }) => operationId === name,
  )
  if (!one) throw new Error(`there is no ${name}`)
  return one
}
const bodyOf = (name: string) => operation(name).requestBody?.content?.['application/json']?.schema

describe('fields', () => {
  test('come with their bounds, and with what must be there', () => {
    const [name, scope] = fieldsOf(description, bodyOf('folders.create'))
    expect(name).toMatchObject({ name: 'name', type: 'string', isRequired: true })
    expect(name?.bounds).toContain('1 to 100 characters')
    expect(scope?.type).toBe('"workspace", "personal"')
  })

  test('of an object that stands elsewhere are found, also in a list and where it may be null', () => {
    const schema: Schema = {
      properties: {
        folder: { $ref: '#/components/schemas/Folder' },
        folders: { type: 'array', items: { $ref: '#/components/schemas/Folder' } },
        none: { anyOf: [{ $ref: '#/components/schemas/Folder' }, { type: 'null' }] },
      },
    }
    for (const { fields } of fieldsOf(description, schema))
      expect(fields.map(({ name }) => name)).toContain('parent_folder_id')
  })

  test('that contain themselves end', () => {
    const own: ApiDescription = {
      ...description,
      components: {
        ...description.components,
        schemas: { Tree: { properties: { parts: { items: { $ref: '#/x/Tree' } } } } },
      },
    }
    expect(JSON.stringify(fieldsOf(own, { $ref: '#/x/Tree' })).split('parts').length).toBe(6)
  })
})

test.each([
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ type: 'array', items: { type: 'integer' } }, 'list of integer'],
  [{ const: true }, 'true'],
  [{}, 'anything'],
] as const)('the type of %j is %s', (schema, text) => {
  expect(typeText(description, schema as unknown as Schema)).toBe(text)
})

test.each([
  [{ minimum: 1, maximum: 1000 }, '1 to 1,000'],
  [{ minLength: 0, maxLength: 10 }, 'at most 10 characters'],
  [{ minItems: 1 }, 'at least 1 items'],
  [{ format: 'email', default: 'x' }, 'form: email · default "x"'],
  [{}, ''],
])('the bounds of %j are %j', (schema, text) => {
  expect(boundsText(schema)).toBe(text)
})

test('refusals are named by their codes', () => {
  expect(refusalsOf(description, operation('folders.create'))).toContainEqual({
    status: '400',
    codes: ['folder_scope_mismatch'],
  })
})

describe('examples', () => {
  const reader = { origin: 'https://atrium.test', token: null }
  const textOf = (name: string, way: string, token: string | null = null) =>
    examplesOf(description, operation(name), { ...reader, token }).find((one) => one.name === way)?.text ?? ''

  test('carry the address, and the token once there is one', () => {
    expect(textOf('apps.list', 'curl')).toBe(
      'curl https://atrium.test/api/apps \\\n  -H "Authorization: Bearer $ATRIUM_TOKEN"',
    )
    expect(textOf('apps.list', 'curl', 'pat_1')).toContain('Bearer pat_1')
    expect(textOf('apps.list', 'SDK', 'pat_1')).toContain("token: 'pat_1'")
  })

  test('name what has to be filled in', () => {
    expect(textOf('folders.update', 'curl')).toContain('/api/app-folders/FOLDER_ID')
    expect(textOf('folders.update', 'SDK')).toContain("client.folders.update({ folder_id: '…' }, {")
    expect(textOf('folders.update', 'CLI')).toMatch(/^npx atrium folders update FOLDER_ID --json '/)
  })

  test('of what needs no credential have none', () => {
    expect(textOf('session.create', 'curl')).not.toContain('Authorization')
  })

  test.each(
    description.tags.flatMap(({ name }) => operationsIn(description, name)).map((one) => [one.operationId]),
  )('of %s are made', (name) => {
    for (const way of ['curl', 'SDK', 'CLI']) expect(textOf(name, way)).not.toMatch(/\{\w+_id\}|undefined/)
  })
})

test('a search finds what has all its words; without one single operations stay out', () => {
  const entries = indexOf(
    [{ group: 'Start', guides: [{ name: 'entities', title: 'Entities' }] }],
    description,
  )
  const titles = (search: string) =>
    found(entries, search).flatMap(({ pages }) => pages.map(({ title }) => title))
  expect(titles('')).toContain('Entities')
  expect(titles('')).not.toContain('folders.create')
  expect(titles('CREATE  folder')).toContain('folders.create')
  expect(titles('no such thing at all')).toEqual([])
})
