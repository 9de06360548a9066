/** Amounts as the API has them, in millionths of a currency, and as people read and type them. */

const MICROS = 1_000_000

/** `$1,234.50`; of a currency that this browser does not know, `1,234.50 XYZ`. */
export function formatMoney(micros: number, currency: string): string {
  return makerOf(currency, false).format(micros / MICROS)
}

/** `$1.2K`, for axes. */
export function formatMoneyShort(micros: number, currency: string): string {
  return makerOf(currency, true).format(micros / MICROS)
}

export const unitsOf = (micros: number) => micros / MICROS

/** Rounded, since 19.99 × 1,000,000 is 19989999.999999996 for a computer. */
export const microsOf = (units: number) => Math.round(units * MICROS)

const makers = new Map<string, Intl.NumberFormat>()

function makerOf(currency: string, isShort: boolean): Intl.NumberFormat {
  const key = `${currency} ${isShort}`
  const known = makers.get(key)
  if (known) return known
  const made = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    ...(isShort && { notation: 'compact', maximumFractionDigits: 1, minimumFractionDigits: 0 }),
  })
  makers.set(key, made)
  return made
}
