/** Our references stand at the end of the platform's names, so that what was made is found again. */

/** As it is called there; what others made keeps its name as it is. */
export function nameWithReference(name: string, reference: string): string {
  return reference === '' ? name : `${name} [${reference}]`
}

/** The two parts of a name there; the reference of what others made is ''. */
export function partsOfName(name: string): { name: string; reference: string } {
  const [, own, reference] = /^(.*) \[([\w-]{1,64})\]$/s.exec(name) ?? []
  return own === undefined || reference === undefined ? { name, reference: '' } : { name: own, reference }
}

/** For names that end with the reference. In a pattern the signs []%_ stand for themselves inside brackets. */
export function endsWithReference(field: string, reference: string): string {
  const pattern = ` [${reference}]`.replace(/[[\]%_]/g, '[$&]')
  return `${field} LIKE ${quoted(`%${pattern}`)}`
}

/** A text inside a query. */
export function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}

export const CUSTOMER_ID = /^\d{10}$/
export const CAMPAIGN_ID = /^\d{1,19}$/
