/** Whether a campaign can be seen in the European Union and so needs the declaration on political advertising. */

/**
 * `targets` are the campaign's, null for one that nobody knows. No target means the whole world. In doubt it can: one
 * declaration too many costs nothing.
 */
export function canReachEu(targets: readonly ({ country_code: string } | null)[]): boolean {
  return targets.length === 0 || targets.some((target) => target === null || isInEu(target.country_code))
}

export function isInEu(countryCode: string): boolean {
  return EU.has(countryCode)
}

const MEMBERS = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'
/** Parts of members with country codes of their own. Greenland, New Caledonia and others are outside. */
const PARTS_OF_MEMBERS = 'AX GF GP MF MQ RE YT'
const EU: ReadonlySet<string> = new Set(`${MEMBERS} ${PARTS_OF_MEMBERS}`.split(' '))
