import { validateHeaderName, validateHeaderValue } from 'node:http'

/** Whether Node sends a header of this name and value; it throws on others. */
export function isSendableHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return true
  } catch {
    return false
  }
}
