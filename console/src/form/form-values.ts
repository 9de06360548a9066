/** Reading what a submitted form holds; every field of ours is text. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Left empty means null to the API. */
export function textOrNull(values: FormData, name: string): string | null {
  return textOf(values, name) || null
}
