/** Lists that a campaign is made of. */
import { sql } from 'kysely'
import { type AdScene, adScene, CAMPAIGN, GERMANY, USA } from '../../src/modules/ads/test/ad-scene.ts'
import { makeId } from '../../src/platform/ids.ts'
import type { SharedApp } from '../app.ts'
import type { Person } from '../make.ts'
import { type MixedList, mixed } from './mixed-list.ts'

const CANADA = 'geoTargetConstants/2124'
const MEXICO = 'geoTargetConstants/2484'
const JAPAN = 'geoTargetConstants/2392'
const OUTSIDE = [USA, CANADA, MEXICO, JAPAN]
const DECLARATION_MISSING = () => ({ status: 400, code: 'eu_political_declaration_required' })

export function adLists(app: SharedApp): MixedList[] {
  const advertiser = async () => {
    const owner = await app.make.person('owner')
    return { owner, scene: await adScene(app, owner) }
  }
  const assetsOf = async (
    { app_id }: AdScene,
    { id: userId, workspace_id }: Person,
    count: number,
  ): Promise<string[]> => {
    const id = makeId('ags')
    const { db } = app.atrium
    await sql`insert into ad_asset_sessions (id, app_id, workspace_id, state, input, created_by, created_date, expires_at)
      values (${id}, ${app_id}, ${workspace_id}, 'done', '{}', ${userId}, now(), now() + interval '1 day')`.execute(
      db,
    )
    const { rows } = await sql<{ id: string }>`
      insert into ad_assets (id, app_id, session_id, position, field_type, text, expires_at, created_date)
      select ${id} || '_' || n, ${app_id}, ${id}, n, 'HEADLINE', 'Text ' || n, now() + interval '1 day', now()
        from generate_series(1, ${count}::int) n returning id`.execute(db)
    return rows.map((row) => row.id)
  }
  /** What there is of campaigns, here and on the platform. */
  const campaignsOf = async ({ app_id, customer_id, platform }: AdScene) => {
    const rows = await app.sql<{ id: string }>`
      select id from ad_campaigns where app_id = ${app_id}
      union all select id from ad_launches where app_id = ${app_id}`
    const there = await platform.readCampaigns(customer_id, null)
    return [...rows, there.outcome === 'done' ? there.value.length : there.outcome]
  }

  /** A campaign is created in two ways. */
  const ways = [
    ['campaigns.create body.', ({ create }: AdScene, fields: object) => create(fields)],
    [
      'ads.launch body.campaign.',
      ({ client, app_id }: AdScene, fields: object) =>
        client.ads.launch({ app_id }, { campaign: { ...CAMPAIGN, draft_id: makeId('drf'), ...fields } }),
    ],
  ] as const
  const created = ways.flatMap(([body, create]) => [
    ...(['unknown', 'of another app'] as const).map((which) =>
      mixed<string>({
        list: `${body}asset_ids`,
        why: `an asset that is ${which}`,
        refusal: (_, asset_id) => ({ status: 404, code: 'asset_not_found', body: { asset_id } }),
        async arrange() {
          const { owner, scene } = await advertiser()
          const other = await adScene(app, owner)
          const [foreign = ''] = await assetsOf(other, owner, 1)
          return {
            good: await assetsOf(scene, owner, 4),
            bad: which === 'unknown' ? 'ast_unknown' : foreign,
            send: (asset_ids) => create(scene, { asset_ids }),
            stored: () => campaignsOf(scene),
          }
        },
      }),
    ),
    ...places(`${body}geo_targets`, async () => {
      const { scene } = await advertiser()
      return {
        send: (geo_targets) => create(scene, { geo_targets }),
        stored: () => campaignsOf(scene),
      }
    }),
  ])

  return [
    ...created,
    ...places('campaigns.update body.value of geo_targets', async () => {
      const { scene } = await advertiser()
      const { app_id, client } = scene
      const { id: campaign_id } = await scene.create()
      return {
        send: (value) => client.campaigns.update({ app_id, campaign_id }, { field: 'geo_targets', value }),
        async stored() {
          const { geo_targets } = await client.campaigns.read({ app_id, campaign_id })
          return [geo_targets, await campaignsOf(scene)]
        },
      }
    }),
  ]
}

/** One place in the European Union, or one that nobody knows, needs the declaration. */
function places(
  list: string,
  arrange: () => Promise<{ send(targets: string[]): Promise<unknown>; stored(): Promise<unknown[]> }>,
): MixedList[] {
  const bads = {
    'a place in the European Union': GERMANY,
    'a place that nobody knows': 'geoTargetConstants/1',
  }
  return Object.entries(bads).map(([why, bad]) =>
    mixed<string>({
      list,
      why,
      refusal: DECLARATION_MISSING,
      arrange: async () => ({ good: OUTSIDE, bad, ...(await arrange()) }),
    }),
  )
}
