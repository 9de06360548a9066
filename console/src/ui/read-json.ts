/** The value of a text; null when it is no JSON, which `null` itself is. */
export function readJson(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}
