import { Id } from '@atrium/contract'
import { AgentName, FileUrl, Instructions } from '@atrium/contract/agents'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '../../../platform/database/db.ts'
import { integer, type RowOf, table, text, time } from '../../../platform/database/table.ts'

export const agentVersions = table(
  'agent_versions',
  {
    app_id: text(Id),
    version: integer(Type.Integer({ minimum: 1 })),
    name: text(AgentName),
    description: text(Type.String({ maxLength: 10_000 })).nullable(),
    logo_url: text(FileUrl).nullable(),
    instructions: text(Instructions).default(''),
    created_by: text(Id).nullable(),
    created_date: time(),
  },
  { key: ['app_id', 'version'], references: { app_id: 'apps' } },
)
export type VersionRow = RowOf<typeof agentVersions>

export interface ListedVersion extends Omit<VersionRow, 'app_id' | 'instructions' | 'created_by'> {
  /** The email of the one who made it, if that is known. */
  created_by: string | null
}

const LISTED = sql`v.version, v.name, v.description, v.logo_url, u.email as created_by, v.created_date`
const VERSIONS = sql`agent_versions v left join users u on u.id = v.created_by`

export const versionStore = (db: Db) => ({
  async latest(appId: string): Promise<VersionRow | undefined> {
    const { rows } = await sql<VersionRow>`
      select ${sql.raw(agentVersions.columns())} from agent_versions where app_id = ${appId}
       order by version desc limit 1`.execute(db)
    return rows[0]
  },
  async find(
    appId: string,
    version: number,
  ): Promise<(ListedVersion & { instructions: string }) | undefined> {
    const { rows } = await sql<ListedVersion & { instructions: string }>`
      select ${LISTED}, v.instructions from ${VERSIONS}
       where v.app_id = ${appId} and v.version = ${version}`.execute(db)
    return rows[0]
  },
  /** Newest first. */
  async list(appId: string, before: number | undefined, limit: number): Promise<ListedVersion[]> {
    const { rows } = await sql<ListedVersion>`
      select ${LISTED} from ${VERSIONS}
       where v.app_id = ${appId} and v.version < ${before ?? MOST}
       order by v.version desc limit ${limit}`.execute(db)
    return rows
  },
  async insert(row: VersionRow): Promise<void> {
    await agentVersions.insertNew(db, [row])
  },
  /** Only the newest ones stay. */
  async trim(appId: string, newest: number, kept: number): Promise<void> {
    await sql`delete from agent_versions where app_id = ${appId} and version <= ${newest - kept}`.execute(db)
  },
})

const MOST = 2_147_483_647
