import { OneOf } from '@atrium/contract'
import { ASSET_FIELDS } from '@atrium/contract/ad-assets'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { integer, type RowOf, table, text, texts, time } from '../../../platform/database/table.ts'

export const adAssets = table(
  'ad_assets',
  {
    id: text(),
    app_id: text(),
    session_id: text(),
    position: integer(),
    field_type: text(OneOf(ASSET_FIELDS)),
    /** One of the three: a text, the path of an image of ours, the address of somebody's. */
    text: text().nullable(),
    file_path: text().nullable(),
    url: text().nullable(),
    file_id: text().nullable(),
    width: integer().nullable(),
    height: integer().nullable(),
    accepted_date: time().nullable(),
    accepted_campaign_id: text().nullable(),
    accepted_resource_names: texts(),
    /** Of its session. */
    expires_at: time(),
    created_date: time(),
  },
  { key: ['id'], notArchived: 'files do not go out, and campaigns name what they use' },
)
export type AssetRow = RowOf<typeof adAssets>

const COLUMNS = adAssets.columns()

const newestOf = prepared<AssetRow>(
  'ad_assets_newest',
  `select ${COLUMNS} from ad_assets where app_id = $1 order by created_date desc, id desc limit $2`,
)

const madeIn = prepared<AssetRow>(
  'ad_assets_of_session',
  `select ${COLUMNS} from ad_assets
    where session_id = $2 and app_id = $1 and expires_at > $3
      and not exists (select from ad_asset_sessions s where s.id = $2 and s.state = 'running')
    order by position`,
)

const oneOf = prepared<AssetRow>('ad_asset', `select ${COLUMNS} from ad_assets where app_id = $1 and id = $2`)

const someOf = prepared<AssetRow>(
  'ad_assets_by_id',
  `select ${COLUMNS} from ad_assets where app_id = $1 and id = any($2::text[])`,
)

// Without a campaign it stays in the one it was added to before.
const acceptOne = prepared<AssetRow>(
  'ad_asset_accept',
  `update ad_assets
      set accepted_date = coalesce(accepted_date, $3),
          accepted_campaign_id = coalesce($4, accepted_campaign_id),
          accepted_resource_names = case when $4::text is null then accepted_resource_names else $5::text[] end
    where app_id = $1 and id = $2
    returning ${COLUMNS}`,
)

// Only while the session runs: what is made for a session that ended, or for an app that is gone, is not wanted.
const insertMade = prepared<{ id: string }>(
  'ad_assets_insert',
  `insert into ad_assets (${COLUMNS})
   select row.id, s.app_id, s.id, row.position, row.field_type, row.text, row.file_path, row.url, row.file_id,
          row.width, row.height, null, null, '{}', s.expires_at, row.created_date
     from ad_asset_sessions s, jsonb_to_recordset($2::jsonb) as row(id text, position integer, field_type text,
          text text, file_path text, url text, file_id text, width integer, height integer, created_date timestamptz)
    where s.id = $1 and s.state = 'running'
   on conflict (session_id, position) do nothing
   returning id`,
)

export type MadeAsset = Pick<AssetRow, 'id' | 'position' | 'field_type' | 'created_date'> &
  Partial<Pick<AssetRow, 'text' | 'file_path' | 'url' | 'file_id' | 'width' | 'height'>>

/** What a campaign has, as the platform reports it. */
export type UsedAsset = Pick<AssetRow, 'field_type' | 'text' | 'url' | 'file_path'> & {
  resource_name: string
}

export const assetStore = (db: Db) => ({
  /** Newest first. */
  newest: (appId: string, limit: number) => newestOf(db, [appId, limit]),
  /** In their order; nothing while the session runs, and when it is over. */
  ofSession: (appId: string, sessionId: string, now: Date) => madeIn(db, [appId, sessionId, now]),
  async find(appId: string, id: string): Promise<AssetRow | null> {
    const [row] = await oneOf(db, [appId, id])
    return row ?? null
  },
  findAll: (appId: string, ids: readonly string[]) => someOf(db, [appId, ids]),
  async accept(
    appId: string,
    id: string,
    added: { campaign_id: string; resource_names: readonly string[] } | null,
    now: Date,
  ): Promise<AssetRow | null> {
    const values = [appId, id, now, added?.campaign_id ?? null, added?.resource_names ?? []]
    const [row] = await acceptOne(db, values)
    return row ?? null
  },
  /** Of each the newest that is the same, unless that was added to a campaign before. */
  async acceptUsed(appId: string, campaignId: string, used: readonly UsedAsset[], now: Date): Promise<void> {
    await sql`
      update ad_assets a
         set accepted_date = coalesce(a.accepted_date, ${now}), accepted_campaign_id = ${campaignId},
             accepted_resource_names = array[newest.resource_name]
        from (select distinct on (u.resource_name) u.resource_name, m.id
                from jsonb_to_recordset(${JSON.stringify(used)}::jsonb)
                     as u(field_type text, text text, url text, file_path text, resource_name text)
                join ad_assets m on m.app_id = ${appId} and m.field_type = u.field_type
                     and (m.text = u.text or m.url = u.url or m.file_path = u.file_path)
               order by u.resource_name, m.created_date desc, m.id desc) newest
       where a.id = newest.id and a.accepted_campaign_id is null`.execute(db)
  },
  async positionsMade(sessionId: string): Promise<number[]> {
    const { rows } = await sql<{ position: number }>`
      select position from ad_assets where session_id = ${sessionId}`.execute(db)
    return rows.map(({ position }) => position)
  },
  /** Returns how many were stored: none that are there already, none for a session that does not run. */
  async insert(sessionId: string, made: readonly MadeAsset[]): Promise<number> {
    return (await insertMade(db, [sessionId, JSON.stringify(made)])).length
  },
  /** Removes those behind the newest so many, of the accepted or of the others; returns their files. */
  async prune(
    appId: string,
    which: 'accepted' | 'others',
    keep: number,
    limit: number,
  ): Promise<{ file_id: string | null }[]> {
    const isWanted = which === 'accepted' ? sql`accepted_date is not null` : sql`accepted_date is null`
    const { rows } = await sql<{ file_id: string | null }>`
      delete from ad_assets where id in (
        select id from ad_assets where app_id = ${appId} and ${isWanted}
         order by created_date desc, id desc offset ${keep} limit ${limit})
      returning file_id`.execute(db)
    return rows
  },
})
