/** At most so many characters, the last of them an ellipsis where something was left out. Databases hold no half ones. */
export function shorten(text: string, most: number): string {
  const whole = text.toWellFormed()
  return whole.length <= most ? whole : `${whole.slice(0, most - 1).replace(FIRST_HALF, '')}…`
}

const FIRST_HALF = /[\ud800-\udbff]$/
