import { describe, expect, test } from 'vitest'
import { GROUND, groundApp, useArchive } from '../../../../test/use-archive.ts'
import { entityArchive } from './schema-archive.ts'

const ground = { ...GROUND, apps: [groundApp('app_1'), groundApp('app_2', 'ws_2')] }

const TASK = {
  name: 'Task',
  type: 'object',
  properties: { zebra: { type: 'string' }, a: { type: 'integer', default: 1, shown: null } },
  required: ['zebra'],
  rls: { write: { created_by_id: '{{user.id}}' } },
  icon: 'check',
}

const { database, empty, bring, bringBack, take } = useArchive(entityArchive)

describe('entity schemas in an archive', () => {
  test('are refused with their place, and nothing comes in', async () => {
    const wrong: [string, object[]][] = [
      ['entity_schemas[0].app_id: There is no app "app_9"', [{ app_id: 'app_9', schema: TASK }]],
      ['entity_schemas[0].schema.name: Field required', [{ app_id: 'app_1', schema: {} }]],
      ['entity_schemas[0].schema.name: String should match', [{ app_id: 'app_1', schema: { name: 'a b' } }]],
      [
        'entity_schemas[1].schema.properties.x.type: Input should be one or several of',
        [
          { app_id: 'app_1', schema: TASK },
          { app_id: 'app_2', schema: { name: 'Other', properties: { x: { type: 'text' } } } },
        ],
      ],
      [
        'entity_schemas[0].schema.indexes[0][1]: Value error, there is no field "nope"',
        [{ app_id: 'app_1', schema: { ...TASK, indexes: [['a', 'nope']] } }],
      ],
      ['entity_schemas[0]: Unknown key "name"', [{ app_id: 'app_1', schema: TASK, name: 'Task' }]],
      [
        'entity_schemas[200]: An app has at most 200 entities',
        Array.from({ length: 201 }, (_, n) => ({ app_id: 'app_1', schema: { name: `E${n}` } })),
      ],
      [
        'entity_schemas[1]',
        [
          { app_id: 'app_1', schema: TASK },
          { app_id: 'app_1', schema: TASK },
        ],
      ],
    ]
    for (const [message, given] of wrong) {
      await expect(bringSchemas(given)).rejects.toThrow(message)
      expect((await database.pool.query('select from workspaces')).rowCount).toBe(0)
    }
  })

  test('come in whole and in their order, and those that are there stay as they are', async () => {
    const given = [
      { app_id: 'app_1', schema: TASK, created_date: 'now-3d' },
      { app_id: 'app_2', schema: { ...TASK, icon: 'other' } },
    ]
    expect(await bringSchemas(given)).toMatchObject({ entity_schemas: 2 })
    expect(await bringSchemas([{ app_id: 'app_1', schema: { name: 'Task' } }])).toMatchObject({
      entity_schemas: 0,
    })
    const { entity_schemas } = JSON.parse(await take(['ws_1']))
    const [only, ...others] = entity_schemas
    expect(others).toEqual([])
    expect(JSON.stringify(only.schema)).toBe(JSON.stringify(TASK))
    expect(only.created_date).toBe('2026-11-12T12:00:00.000Z')
    expect(only.updated_date).toBe(only.created_date)
  })

  test('go out and come back the same', async () => {
    await bringSchemas([
      { app_id: 'app_2', schema: { ...TASK, name: 'B' } },
      { app_id: 'app_1', schema: TASK },
      { app_id: 'app_2', schema: { name: 'A' } },
    ])
    const first = await take(null)
    await empty()
    await bringBack(first)
    expect(await take(null)).toBe(first)
  })

  test('all go out where the schemas of an app are more than one batch holds', async () => {
    const apps = Array.from({ length: 6 }, (_, n) => groundApp(`app_${n}`))
    await bring({ ...GROUND, apps })
    await database.pool.query(`
      insert into entity_schemas (app_id, name, schema, created_date, updated_date)
      select 'app_' || a, 'E' || n, jsonb_build_object('name', 'E' || n), now(), now()
        from generate_series(0, 5) a, generate_series(1, 199) n`)
    expect(JSON.parse(await take(null)).entity_schemas).toHaveLength(6 * 199)
  })
})

function bringSchemas(entity_schemas: object[]) {
  return bring({ ...ground, entity_schemas })
}
