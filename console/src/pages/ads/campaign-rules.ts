/** What the server decides about campaigns, asked here beforehand. */
import type { AdCampaign } from '@atrium/sdk'

export type CampaignType = AdCampaign['campaign_type']

const EU: ReadonlySet<string> = new Set(
  // The members, then their parts with country codes of their own.
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE AX GF GP MF MQ RE YT'.split(
    ' ',
  ),
)

/** No place at all is the whole world, and a place that nobody knows may lie anywhere. */
export function reachesEu(places: readonly { country_code: string }[]): boolean {
  return places.length === 0 || places.some(({ country_code }) => country_code === '' || EU.has(country_code))
}

const OFTEN_MS = 3_000

/** How long until campaigns are read again by themselves: while what became of something is not known yet. */
export function settlePollMs(
  campaigns: readonly Pick<AdCampaign, 'unsettled'>[],
  unsettledLaunches: number,
): number | false {
  return unsettledLaunches > 0 || campaigns.some(({ unsettled }) => unsettled !== null) ? OFTEN_MS : false
}
