import type { Usage, UsageMeter } from '@atrium/sdk'
import { sizeOf } from '../../size-of.ts'

const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const MONEY = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export const formatNumber = (value: number) => NUMBER.format(value)

export const METERS: Record<UsageMeter['id'], { label: string; format: (value: number) => string }> = {
  credits: { label: 'Credits this month', format: formatNumber },
  records: { label: 'Records', format: formatNumber },
  record_bytes: { label: 'Size of records', format: sizeOf },
  file_bytes: { label: 'Size of files', format: sizeOf },
  events: { label: 'Events today', format: formatNumber },
  anonymous_events: { label: 'Events of nobody today', format: formatNumber },
  model_tokens: { label: 'Tokens of the language model today', format: formatNumber },
  model_cents: { label: 'Cost of the language model today', format: (cents) => MONEY.format(cents / 100) },
  mails: { label: 'Emails this month', format: formatNumber },
}

export function describeUse({ id, used, limit }: UsageMeter): string {
  const { format } = METERS[id]
  return limit === null ? format(used) : `${format(used)} of ${format(limit)}`
}

/** What is nearly used up, in a line each. */
export function nearMeters({ meters, apps }: Pick<Usage, 'meters' | 'apps'>): string[] {
  const lineOf = (meter: UsageMeter, where: string) =>
    meter.is_near ? [`${METERS[meter.id].label}${where}: ${describeUse(meter)}`] : []
  return [
    ...meters.flatMap((meter) => lineOf(meter, '')),
    ...apps.flatMap(({ app_name, meters: own }) => own.flatMap((meter) => lineOf(meter, ` of ${app_name}`))),
  ]
}
