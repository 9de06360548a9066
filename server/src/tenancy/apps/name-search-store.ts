/** Things by a part of their name, the closest first; letters of either case count the same. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

export interface NamedRow {
  app_id: string
  id: string
  name: string
}

/** Looks for what things of these apps are called. */
export type FindNamed = (
  db: Db,
  appIds: readonly string[],
  text: string,
  limit: number,
) => Promise<NamedRow[]>

/** Without patterns, so that no character of the text is special. */
export function holdsName(name: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql<boolean>`strpos(lower(${name}), lower(${text})) > 0`
}

interface Named {
  /** Has an index that begins with the app. */
  table: string
  id?: string
  name?: string
  only?: RawBuilder<unknown>
}

/** The whole name first, then one that begins so, then the shortest. */
export function findNamedIn({ table, id = 'id', name = 'name', only = sql`true` }: Named): FindNamed {
  const column = sql.ref(name)
  return async (db, appIds, text, limit) => {
    const { rows } = await sql<NamedRow>`
      select app_id, ${sql.ref(id)} as id, ${column} as name from ${sql.table(table)}
       where app_id = any(${appIds}::text[]) and ${only} and ${holdsName(column, text)}
       order by lower(${column}) <> lower(${text}), not starts_with(lower(${column}), lower(${text})),
                length(${column}), ${column}, app_id
       limit ${limit}`.execute(db)
    return rows
  }
}
