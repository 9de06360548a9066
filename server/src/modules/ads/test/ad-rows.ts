/** Rows of an archive for advertising: an account and its campaigns on the sandbox, with a past. */
export function adAccount(app_id: string, fields: Record<string, unknown> = {}) {
  return {
    id: `acc_${app_id}`,
    app_id,
    status: 'ACTIVE',
    account_name: 'Northern Tables',
    currency_code: 'USD',
    timezone: 'UTC',
    platform_customer_id: tenDigits(app_id),
    created_date: 'now-120d',
    ...fields,
  }
}

export function adCampaign(app_id: string, key: string, fields: Record<string, unknown> = {}) {
  return {
    id: `cmp_${app_id}_${key}`,
    app_id,
    platform_campaign_id: `2${tenDigits(`${app_id} ${key}`)}`,
    campaign_name: `Campaign ${key}`,
    campaign_type: 'SMART',
    status: 'ENABLED',
    daily_budget_micros: 50_000_000,
    landing_page: 'https://tables.example.com/',
    business_name: 'Northern Tables',
    keyword_themes: ['oak table', 'dining table', 'walnut desk'],
    geo_targets: ['geoTargetConstants/2840'],
    created_date: 'now-100d',
    ...fields,
  }
}

function tenDigits(text: string): string {
  let hash = 7n
  for (const letter of text) hash = (hash * 1_000_003n + BigInt(letter.codePointAt(0) ?? 0)) % 9_000_000_000n
  return String(hash + 1_000_000_000n)
}
