import type { Static, TObject } from 'typebox'
import type { Db } from '../database/db.ts'
import type { Log } from '../log.ts'
import type { Secrets } from '../secrets.ts'

/** One kind of row in an archive, and how it comes in and goes out. Each module owns its own. */
export interface Collection<S extends TObject = TObject> {
  name: string
  /** The table that has the columns of its rows. */
  table?: string
  /** Others whose columns its rows hold too. */
  withTables?: readonly string[]
  /** Collections whose rows must be there first. */
  after: readonly string[]
  row: S
  /** What no two rows of one file may share. */
  key(row: Static<S>): readonly string[]
  /**
   * Stores a batch and returns how many rows are new. A row that is already there changes nothing; a row that
   * does not fit is refused with `context.fail`. Rows were checked against `row` before.
   */
  import(tx: Db, rows: readonly ArchiveRow<Static<S>>[], context: ImportContext): Promise<number>
  /** What a row belongs to, where its own fields `workspace_id`, `app_id` or `agent_id` do not say it. */
  placeOf?(row: Static<S>): Place
  /** Runs once after the last row of a file that had rows of this collection. */
  finish?(tx: Db, context: ImportContext): Promise<void>
  /** Runs once at the end of every import, also of a file without rows of this collection. */
  conclude?(tx: Db, done: Concluded): Promise<void>
  /** Runs at the end of every import, whether it came in, was refused or was only looked at. */
  end?(tx: Db): Promise<void>
  /** What of its own does not go out, where that is not simply all rows of a table. */
  leftOut?(db: Db, scope: ExportScope): Promise<LeftOut[]>
  /** Why some rows of its table do not go out, where that is not because their app is being removed. */
  leaves?: string
  /** Everything of the scope that is no secret, in an order that `import` takes. Times may be `Date`. */
  export(db: Db, scope: ExportScope): AsyncIterable<{ [Field in keyof Static<S>]?: unknown }>
}

export interface ArchiveRow<Row> {
  row: Row
  /** Its place among the rows of its collection. */
  index: number
}

export interface Concluded {
  by: string
  now: Date
  /** What the new rows belong to, with those of the same batch that were there before. */
  places: CountsByPlace
}

/** By `workspace_id` or `app_id` and its value: how many rows of each collection came for it. */
export type CountsByPlace = Map<string, { place: Place; rows: Record<string, number> }>

export interface Place {
  workspace_id?: string | null | undefined
  app_id?: string | null | undefined
}

/** Access that a new row gives. Those who import an archive see the gravest first. */
export interface Grant {
  kind: 'owner' | 'credential' | 'admin'
  /** Who may what, without secrets: `ada@example.com in ws_1`. */
  text: string
}

export interface ImportContext {
  /** The moment that relative times count from. */
  now: Date
  log: Log
  /** For what is kept encrypted. */
  secrets: Secrets
  /** Who imports, as the audit log says it. */
  by: string
  granted(grant: Grant): void
  /** For the report: so many of these did not come in as they were, and why. */
  lost(name: string, count: number, reason: string): void
  /** Refuses the archive: `fail(12, 'role', 'Input should be …')` names `members[12].role`. */
  fail(index: number, path: string, message: string): never
}

/** What does not go out, or does not come in as it was. */
export interface LeftOut {
  /** A table, or a table and its column: `webhooks.secret`. */
  name: string
  /** Null where the rows of single workspaces cannot be distinguished. */
  count: number | null
  reason: string
}

export interface ExportScope {
  /** Null stands for all. */
  workspace_ids: readonly string[] | null
  /** With the hashes of passwords; only by choice. */
  with_passwords?: boolean
  /** With the bytes of files, which only the form of lines can hold. */
  with_files?: boolean
}

/** Describes a collection. Its rows take no keys other than those of `row`, so that a typo cannot lose data. */
export function collection<S extends TObject>(description: Collection<S>): Collection {
  // The reader hands over only rows that passed the schema, so the narrower row type is safe behind the wide one.
  return { ...description, row: { ...description.row, additionalProperties: false } } as unknown as Collection
}

/** The collections so that each comes after those it needs; otherwise in the given order. */
export function inDependencyOrder(collections: readonly Collection[]): Collection[] {
  const byName = new Map(collections.map((one) => [one.name, one]))
  if (byName.size < collections.length) throw new Error('Two archive collections have the same name')
  const ordered = new Set<Collection>()
  const visit = (one: Collection, path: readonly string[]) => {
    if (ordered.has(one)) return
    if (path.includes(one.name)) throw new Error(`Archive collections need each other: ${path.join(' → ')}`)
    for (const name of one.after) {
      const needed = byName.get(name)
      if (!needed) throw new Error(`The archive collection ${one.name} needs ${name}, which is not there`)
      visit(needed, [...path, one.name])
    }
    ordered.add(one)
  }
  for (const one of collections) visit(one, [])
  return [...ordered]
}
