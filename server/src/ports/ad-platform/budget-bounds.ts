/** What campaigns may cost a day in each currency. The platforms publish no such table: these are our own bounds. */
import type { BudgetBounds, CampaignType } from './port.ts'

const MICROS = 1_000_000

/** In units of about one US dollar, both inside. */
const BASE: Record<CampaignType, { min: number; max: number }> = {
  SMART: { min: 1, max: 1_000 },
  PERFORMANCE_MAX: { min: 5, max: 10_000 },
}

/** How many units of the currency stand for about one US dollar. */
const FACTORS: Record<string, number> = {
  ...factor(1, 'USD EUR GBP CHF CAD SGD'),
  ...factor(2, 'AUD NZD'),
  ...factor(4, 'ILS AED SAR QAR PLN PEN'),
  ...factor(5, 'RON BRL MYR'),
  ...factor(7, 'DKK CNY'),
  ...factor(8, 'HKD'),
  ...factor(10, 'SEK NOK'),
  ...factor(20, 'MXN ZAR'),
  ...factor(25, 'CZK'),
  ...factor(30, 'TWD'),
  ...factor(35, 'THB'),
  ...factor(40, 'TRY UAH'),
  ...factor(50, 'EGP'),
  ...factor(60, 'PHP'),
  ...factor(80, 'INR'),
  ...factor(130, 'KES'),
  ...factor(150, 'JPY'),
  ...factor(280, 'PKR'),
  ...factor(350, 'HUF'),
  ...factor(1_000, 'CLP'),
  ...factor(1_500, 'KRW NGN ARS'),
  ...factor(4_000, 'COP'),
  ...factor(16_000, 'IDR'),
  ...factor(25_000, 'VND'),
}

/** Currencies of the table that have no smaller coin. */
const WHOLE_UNITS = new Set(['JPY', 'KRW', 'CLP', 'VND'])

export function budgetBounds(currencyCode: string, type: CampaignType): BudgetBounds | null {
  const factor = currencyFactor(currencyCode)
  if (factor === null) return null
  return {
    min_micros: BASE[type].min * factor * MICROS,
    max_micros: BASE[type].max * factor * MICROS,
    unit_micros: WHOLE_UNITS.has(currencyCode) ? MICROS : MICROS / 100,
  }
}

/** Null for a currency in which no account can be opened. */
export function currencyFactor(currencyCode: string): number | null {
  return Object.hasOwn(FACTORS, currencyCode) ? (FACTORS[currencyCode] ?? null) : null
}

function factor(value: number, currencies: string): Record<string, number> {
  return Object.fromEntries(currencies.split(' ').map((code) => [code, value]))
}
