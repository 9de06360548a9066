/** What the platform reports may be old when it arrives: it must not undo what was changed in the meantime. */
import { expect, test } from 'vitest'
import { useSharedApp } from '../../../../test/use-shared-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { createScene } from '../test/random-launches/scene.ts'
import { deleteCampaign } from './delete-campaign.ts'
import { pauseCampaigns } from './pause-campaigns.ts'
import { readCampaign } from './read-campaign.ts'
import { syncCampaigns } from './sync-campaigns.ts'

const server = useSharedApp()
const { owner } = useTeam(server)

test.each([
  ['syncs', syncCampaigns],
  ['reads it', readCampaign],
  ['pauses all', pauseCampaigns],
])('who %s does not bring back a campaign that is deleted in the meantime', async (_, read) => {
  const { launch, campaigns, onTheWay, node, app } = await createScene(server, owner)
  await launch()
  const [campaign] = await campaigns()
  const params = { app_id: app.id, campaign_id: campaign?.id ?? '' }
  const input = { params, query: {}, headers: {}, body: undefined }
  let travels = 0
  onTheWay(async (call) => {
    // There and back: the answer has left when this happens.
    if (call !== 'readCampaigns' || ++travels < 2) return
    onTheWay(async () => {})
    await deleteCampaign(node.deps, node.caller, input)
  })
  await read(node.deps, node.caller, input)
  expect(travels).toBe(2)
  expect(await campaigns()).toMatchObject([{ status: 'REMOVED', unsettled: null }])
})
