import type { AdPlatform } from '../../../ports/ad-platform/port.ts'

/** The currency of an account that would be opened for somebody who pays from there; it is never changed afterwards. */
export function currencyFor(country: string | null, platform: Pick<AdPlatform, 'budgetBounds'>): string {
  const currency = (country !== null && BY_COUNTRY.get(country)) || DEFAULT
  return platform.budgetBounds(currency, 'SMART') === null ? DEFAULT : currency
}

const DEFAULT = 'USD'

/** Where each currency is the usual one; all others are asked for US dollars. */
const COUNTRIES: Record<string, string> = {
  USD: 'US PR GU VI AS MP UM EC SV PA TL MH FM PW BQ TC VG IO',
  EUR: 'AT BE BG HR CY EE FI FR DE GR IE IT LV LT LU MT NL PT SK SI ES AD MC SM VA ME XK AX BL GF GP MF MQ PM RE YT',
  GBP: 'GB GG IM JE',
  CHF: 'CH LI',
  CAD: 'CA',
  SGD: 'SG',
  AUD: 'AU CC CX HM KI NF NR TV',
  NZD: 'NZ CK NU PN TK',
  ILS: 'IL PS',
  AED: 'AE',
  SAR: 'SA',
  QAR: 'QA',
  PLN: 'PL',
  PEN: 'PE',
  RON: 'RO',
  BRL: 'BR',
  MYR: 'MY',
  DKK: 'DK FO GL',
  CNY: 'CN',
  HKD: 'HK',
  SEK: 'SE',
  NOK: 'NO SJ BV',
  MXN: 'MX',
  ZAR: 'ZA',
  CZK: 'CZ',
  TWD: 'TW',
  THB: 'TH',
  TRY: 'TR',
  UAH: 'UA',
  EGP: 'EG',
  PHP: 'PH',
  INR: 'IN',
  KES: 'KE',
  JPY: 'JP',
  PKR: 'PK',
  HUF: 'HU',
  CLP: 'CL',
  KRW: 'KR',
  NGN: 'NG',
  ARS: 'AR',
  COP: 'CO',
  IDR: 'ID',
  VND: 'VN',
}

const BY_COUNTRY: ReadonlyMap<string, string> = new Map(
  Object.entries(COUNTRIES).flatMap(([currency, countries]) =>
    countries.split(' ').map((country) => [country, currency] as const),
  ),
)
