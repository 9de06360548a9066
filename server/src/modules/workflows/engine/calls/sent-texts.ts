/** Headers and queries are texts, whatever an expression gave. */

/** Each with its name; those that are null are left out. */
export function namedTexts(value: unknown): [name: string, text: string][] {
  const given = Object.entries(typeof value === 'object' && value !== null ? value : {})
  return given.flatMap(([name, one]) => (one === null || one === undefined ? [] : [[name, textOf(one)]]))
}

export function headerTexts(value: unknown): Record<string, string> {
  return Object.fromEntries(namedTexts(value).map(([name, text]) => [name.toLowerCase(), text]))
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
