import { afterAll, beforeAll } from 'vitest'
import { openAdSandbox, UNITED_STATES } from '../../../test/ad-sandbox.ts'
import { adPlatformConformance } from './conformance.ts'

let sandbox: Awaited<ReturnType<typeof openAdSandbox>>
beforeAll(async () => {
  sandbox = await openAdSandbox()
})
afterAll(() => sandbox.close())

const SENTINELS = { applied: '[timeout-applied]', lost: '[timeout-lost]', unavailable: '[unavailable]' }

adPlatformConformance('the sandbox', async () => ({
  platform: sandbox.platform,
  place: UNITED_STATES,
  failing: (how, campaign) => ({ ...campaign, name: `${campaign.name} ${SENTINELS[how]}` }),
  publishTags: () => sandbox.clock.move(2),
  close: sandbox.clear,
}))
