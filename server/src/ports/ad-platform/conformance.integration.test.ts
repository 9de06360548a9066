import { useStarted } from '../../../test/use-started.ts'
import { adPlatformConformance } from './conformance.ts'
import { openAdSandbox, UNITED_STATES } from './test/ad-sandbox.ts'
import { openGoogleAds } from './test/google-ads-platform.ts'
import type { GoogleFault } from './test/google-ads-server.ts'

const sandbox = useStarted(openAdSandbox)

const SENTINELS = { applied: '[timeout-applied]', lost: '[timeout-lost]', unavailable: '[unavailable]' }

adPlatformConformance('the sandbox', async () => ({
  platform: sandbox.platform,
  place: UNITED_STATES,
  failing: (how, campaign) => ({ ...campaign, name: `${campaign.name} ${SENTINELS[how]}` }),
  publishTags: () => sandbox.clock.move(2),
  close: sandbox.clear,
}))

const FAULTS: Record<string, GoogleFault> = {
  applied: { on: 'googleAds:mutate', how: 'cut', isApplied: true },
  lost: { on: 'googleAds:mutate', how: 'cut' },
  unavailable: { on: 'googleAds:mutate', how: { status: 429 } },
}

adPlatformConformance('Google Ads', async () => {
  const { platform, server, close } = await openGoogleAds()
  return {
    platform,
    place: UNITED_STATES,
    failing(how, campaign) {
      const fault = FAULTS[how]
      if (fault) server.faults.push(fault)
      return campaign
    },
    publishTags: server.publishTags,
    close,
  }
})
