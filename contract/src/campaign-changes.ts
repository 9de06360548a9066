/** What can be changed of a campaign after it was created. */
import { Type } from 'typebox'
import {
  AdCampaign,
  CAMPAIGNS,
  CHANGE_CAMPAIGN,
  campaignFields,
  EXAMPLE_CAMPAIGN,
  OfApp,
  OfCampaign,
  type PoliticalDeclaration,
  RARELY,
  REACH,
} from './ad-campaign.ts'
import { operation, personal } from './operation.ts'
import { Id, OneOf } from './shared.ts'

/** What can become of a change on the platform. */
const SENT = [
  'campaign_not_found',
  'campaign_busy',
  'outcome_unknown',
  'rejected_by_platform',
  'ad_platform_unavailable',
] as const

const AdCopy = Type.Object(
  {
    headlines: Type.Optional(campaignFields.headlines),
    long_headlines: Type.Optional(campaignFields.long_headlines),
    descriptions: Type.Optional(campaignFields.descriptions),
  },
  { description: 'What is left out stays.', minProperties: 1 },
)

/** Which value each field takes. */
const CHANGES = {
  name: campaignFields.campaign_name,
  budget: campaignFields.daily_budget_micros,
  keyword_themes: campaignFields.themes,
  search_themes: campaignFields.themes,
  geo_targets: campaignFields.geo_targets,
  landing_page: campaignFields.landing_page,
  ad_copy: AdCopy,
}

export type CampaignChange = {
  [Field in keyof typeof CHANGES]: { field: Field; value: Type.Static<(typeof CHANGES)[Field]> }
}[keyof typeof CHANGES] & { contains_eu_political_advertising?: PoliticalDeclaration }

const UpdateBody = Type.Unsafe<CampaignChange>({
  type: 'object',
  required: ['field', 'value'],
  properties: {
    field: OneOf(Object.keys(CHANGES) as [string, ...string[]]),
    value: { description: 'Of the same form as when the campaign was created.' },
    contains_eu_political_advertising: {
      ...campaignFields.contains_eu_political_advertising,
      description:
        'With `geo_targets` that can be seen in the European Union, unless it was declared before.',
    },
  },
  // So that a refusal names what is wrong with the value of this field, not with those of all.
  allOf: Object.entries(CHANGES).map(([field, value]) => ({
    if: { required: ['field'], properties: { field: { const: field } } },
    // biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema
    then: { properties: { value } },
  })),
})

export const updateCampaign = operation({
  name: 'campaigns.update',
  summary: 'Change one field of a campaign: name, budget, themes, places, landing page or texts',
  method: 'PATCH',
  path: `${CAMPAIGNS}/{campaign_id}`,
  credential: personal('full_access'),
  limit: CHANGE_CAMPAIGN,
  params: OfCampaign,
  body: UpdateBody,
  answer: AdCampaign,
  refuses: [
    ...REACH,
    ...SENT,
    'campaign_removed',
    'budget_out_of_range',
    'eu_political_declaration_required',
  ],
  example: {
    body: { field: 'budget', value: 20_000_000 },
    answer: { ...EXAMPLE_CAMPAIGN, daily_budget_micros: 20_000_000 },
  },
})

export const pauseCampaign = operation({
  name: 'campaigns.pause',
  summary: 'Pause a campaign until it is resumed; it does not start by itself any more',
  method: 'POST',
  path: `${CAMPAIGNS}/{campaign_id}/pause`,
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: CHANGE_CAMPAIGN,
  params: OfCampaign,
  answer: Type.Object({ status: Type.Literal('paused') }),
  refuses: [...REACH, ...SENT, 'campaign_removed'],
  example: { answer: { status: 'paused' } },
})

export const resumeCampaign = operation({
  name: 'campaigns.resume',
  summary: 'Let a paused campaign run; this starts spending',
  method: 'POST',
  path: `${CAMPAIGNS}/{campaign_id}/resume`,
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: CHANGE_CAMPAIGN,
  params: OfCampaign,
  answer: Type.Object({ status: Type.Literal('resumed') }),
  refuses: [...REACH, ...SENT, 'campaign_removed', 'billing_hold', 'account_suspended'],
  example: { answer: { status: 'resumed' } },
})

export const deleteCampaign = operation({
  name: 'campaigns.delete',
  summary: 'Delete a campaign for good; it stays listed as REMOVED, with its figures',
  method: 'DELETE',
  path: `${CAMPAIGNS}/{campaign_id}`,
  credential: personal('full_access'),
  limit: CHANGE_CAMPAIGN,
  params: OfCampaign,
  answer: Type.Object({
    status: Type.Literal('deleted', { description: 'Names the action applied' }),
  }),
  refuses: [...REACH, ...SENT],
  example: { answer: { status: 'deleted' } },
})

export const pauseCampaigns = operation({
  name: 'campaigns.pause_all',
  summary: 'Pause every campaign of an app; one that fails does not stop the others',
  method: 'POST',
  path: `${CAMPAIGNS}/pause-all`,
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: RARELY,
  params: OfApp,
  answer: Type.Object({
    paused: Type.Integer(),
    already_paused: Type.Integer(),
    failed: Type.Array(
      Type.Object({ campaign_id: Id, code: Type.String(), message: Type.String() }, { $id: 'FailedPause' }),
    ),
  }),
  refuses: [...REACH, 'no_ads_account', 'ad_platform_unavailable'],
  example: { answer: { paused: 3, already_paused: 1, failed: [] } },
})
