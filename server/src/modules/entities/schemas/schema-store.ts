import { Id } from '@atrium/contract'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { integer, orderedJson, type RowOf, table, text, time } from '../../../platform/database/table.ts'
import type { EntitySchema } from './entity-schema.ts'

const AnySchema = Type.Object({ name: Type.String() }, { additionalProperties: true })

export const entitySchemas = table(
  'entity_schemas',
  {
    app_id: text(Id),
    name: text().notArchived('the schema says it'),
    schema: orderedJson(Type.Unsafe<EntitySchema>(AnySchema)),
    version: integer().notArchived('it counts the changes on this server'),
    created_date: time().default('now'),
    updated_date: time().default('created_date'),
  },
  { key: ['app_id', 'name'], references: { app_id: 'apps' } },
)
type SchemaRow = RowOf<typeof entitySchemas>

type Tables = { entity_schemas: SchemaRow }

const schemaNamed = prepared<Pick<SchemaRow, 'schema' | 'version'> & { size: number }>(
  'entity_schema_named',
  `select schema, version, octet_length(schema::text) as size from entity_schemas
    where app_id = $1 and name = $2`,
)

export const schemaStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    async find(appId: string, name: string) {
      const [row] = await schemaNamed(db, [appId, name])
      return row
    },
    async list(appId: string): Promise<Pick<SchemaRow, 'name' | 'schema'>[]> {
      return q
        .selectFrom('entity_schemas')
        .select(['name', 'schema'])
        .where('app_id', '=', appId)
        .orderBy('name')
        .execute()
    },
    async count(appId: string): Promise<number> {
      const { count } = await q
        .selectFrom('entity_schemas')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('app_id', '=', appId)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    /** Makes changes of one app's schemas wait for each other. */
    async lock(appId: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended('entity schemas ' || ${appId}, 0))`.execute(db)
    },
    async save(appId: string, schemas: readonly EntitySchema[], now: Date): Promise<void> {
      if (schemas.length === 0) return
      const rows = schemas.map((schema) => ({
        app_id: appId,
        name: schema.name,
        schema: JSON.stringify(schema) as never, // the driver would make it a text of its own choosing
        version: 1,
        created_date: now,
        updated_date: now,
      }))
      await q
        .insertInto('entity_schemas')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['app_id', 'name']).doUpdateSet((eb) => ({
            schema: eb.ref('excluded.schema'),
            version: eb('entity_schemas.version', '+', 1),
            updated_date: eb.ref('excluded.updated_date'),
          })),
        )
        .execute()
    },
    /** Returns how many there were. */
    async delete(appId: string, names: readonly string[]): Promise<number> {
      const { numDeletedRows } = await q
        .deleteFrom('entity_schemas')
        .where('app_id', '=', appId)
        .where('name', '=', sql<string>`any(${names})`)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}
