/** At most so many characters, the last of them an ellipsis where something was left out. Databases hold no half ones. */
export function shorten(text: string, most: number): string {
  const whole = text.toWellFormed()
  return whole.length <= most ? whole : `${whole.slice(0, most - 1).replace(FIRST_HALF, '')}…`
}

/** At most so many characters, with beginning and end, and a line between them that says how many were left out. */
export function shortenMiddle(text: string, most: number): string {
  const whole = text.toWellFormed()
  if (whole.length <= most) return whole
  const note = (left: number) => `\n… ${left} characters left out …\n`
  const half = Math.floor((most - note(whole.length).length) / 2)
  const start = whole.slice(0, half).replace(FIRST_HALF, '')
  const end = whole.slice(-half).replace(LAST_HALF, '')
  return `${start}${note(whole.length - start.length - end.length)}${end}`
}

const FIRST_HALF = /[\ud800-\udbff]$/
const LAST_HALF = /^[\udc00-\udfff]/
