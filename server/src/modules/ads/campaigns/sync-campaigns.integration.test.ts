/** A sync of more campaigns than are compared at once. */
import { expect, test } from 'vitest'
import { useAdReports } from '../test/ad-reports.ts'
import { adCampaign } from '../test/ad-rows.ts'

const { app, owner, shop, load } = useAdReports()
const sync = () => app.as(owner).campaigns.sync({ app_id: shop.id })

test('takes over and adopts all of them, and counts each once', { tags: 'slow' }, async () => {
  const count = 201
  await load(
    {},
    Array.from({ length: count }, (_, at) => adCampaign(shop.id, `${at}`)),
  )
  await sync()
  expect(await sync()).toEqual({ checked: count, added: 0, updated: 0, missing: 0 })
  await app.sql`update ad_campaigns set campaign_name = 'Ours' where app_id = ${shop.id}`
  expect(await sync()).toEqual({ checked: count, added: 0, updated: count, missing: 0 })
  await app.sql`delete from ad_campaigns where app_id = ${shop.id} and id > ${`cmp_${shop.id}_2`}`
  const [kept] = await app.sql<{ count: number }>`
    select count(*)::int as count from ad_campaigns where app_id = ${shop.id}`
  const added = count - (kept?.count ?? 0)
  expect(added).toBeGreaterThan(0)
  expect(await sync()).toEqual({ checked: count, added, updated: 0, missing: 0 })
})

test('misses those that live here and not on the platform, in this account', async () => {
  await load({}, [
    adCampaign(shop.id, 'known'),
    adCampaign(shop.id, 'lost'),
    adCampaign(shop.id, 'removed', { status: 'REMOVED', updated_date: 'now-12d' }),
  ])
  await sync()
  await app.sql`update ad_campaigns set platform_campaign_id = '9' || platform_campaign_id
    where app_id = ${shop.id} and campaign_name <> 'Campaign known'`
  expect(await sync()).toMatchObject({ missing: 1 })
})
