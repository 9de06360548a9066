/** Changes of smart campaigns, which Google still serves and no longer creates: their settings and keyword themes. */
import { textAt } from './google-answers.ts'
import { NO_GROUP } from './google-assets.ts'
import type { Changing, Operations } from './google-change.ts'
import { difference, type Operation } from './google-mutate.ts'
import type { CampaignSettings } from './port.ts'

export async function smartOperations(changing: Changing): Promise<Operations> {
  if ((changing.changes.assets?.length ?? 0) > 0) return NO_GROUP
  const themes = await themeOperations(changing)
  return Array.isArray(themes) ? [...settingOperations(changing), ...themes] : themes
}

function settingOperations({ customerId, campaign, changes }: Changing): Operation[] {
  const { landing_page, business_name, language_code, phone_number, phone_country_code } = changes
  const resourceName = `customers/${customerId}/smartCampaignSettings/${campaign.campaign_id}`
  const operation = (field: keyof CampaignSettings, update: Record<string, unknown>): Operation => ({
    kind: 'smartCampaignSettingOperation',
    field,
    change: { update: { resourceName, ...update }, updateMask: Object.keys(update).join(',') },
  })
  return [
    ...(landing_page === undefined ? [] : [operation('landing_page', { finalUrl: landing_page })]),
    ...(business_name === undefined ? [] : [operation('business_name', { businessName: business_name })]),
    ...(language_code === undefined
      ? []
      : [operation('language_code', { advertisingLanguageCode: language_code })]),
    ...(phone_number && phone_country_code
      ? [
          operation('phone_number', {
            phoneNumber: { phoneNumber: phone_number, countryCode: phone_country_code },
          }),
        ]
      : []),
  ]
}

async function themeOperations({ accounts, customerId, campaign, changes }: Changing): Promise<Operations> {
  if (changes.keyword_themes === undefined) return []
  const rows = await accounts.search(
    customerId,
    `SELECT campaign_criterion.resource_name, campaign_criterion.keyword_theme.free_form_keyword_theme, campaign_criterion.keyword_theme.keyword_theme_constant FROM campaign_criterion WHERE campaign.id = ${campaign.campaign_id} AND campaign_criterion.negative = FALSE AND campaign_criterion.type = 'KEYWORD_THEME'`,
  )
  if (rows.outcome !== 'done') return rows
  const path = 'campaignCriterion.keywordTheme'
  const known = new Map(
    rows.value.map((row) => [
      textAt(row, `${path}.freeFormKeywordTheme`) || textAt(row, `${path}.keywordThemeConstant`),
      textAt(row, 'campaignCriterion.resourceName'),
    ]),
  )
  const { gone, added } = difference(known, changes.keyword_themes)
  const operation = (change: Operation['change']): Operation => ({
    kind: 'campaignCriterionOperation',
    field: 'keyword_themes',
    change,
  })
  return [
    ...gone.map((remove) => operation({ remove })),
    ...added.map((text) =>
      operation({
        create: { campaign: campaign.resource_name, keywordTheme: { freeFormKeywordTheme: text } },
      }),
    ),
  ]
}
