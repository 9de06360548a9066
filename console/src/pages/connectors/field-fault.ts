import type { AvailableConnector } from '@atrium/sdk'
import { words } from './words.ts'

export type ConfigField = AvailableConnector['connection_config_fields'][number]

/**
 * What is wrong with a value, or null. The server takes the part it needs out of a pasted address and forgives blanks and
 * upper case, so whatever may be such a value is left to it.
 */
export function fieldFault(field: ConfigField, value: string): string | null {
  const text = value.trim()
  if (text === '') return field.required ? words.thisIsNeeded : null
  const isPasted = /[./:\s]/.test(text)
  if (isPasted || fits(field.validation_pattern, text) || fits(field.validation_pattern, text.toLowerCase()))
    return null
  return field.validation_error
}

function fits(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    // A pattern that this browser cannot read is for the server to judge.
    return true
  }
}
