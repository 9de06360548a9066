import { readJson } from '../../ui/read-json.ts'
import { words } from './words.ts'

const MOST_BYTES = 4 * 1024 * 1024

/** The description in a text, or what is wrong with it that need not be asked for. */
export function openapiIn(text: string): { openapi: Record<string, unknown> } | { fault: string } {
  if (text.trim() === '') return { fault: words.chooseAFileOr }
  // What is sent around it counts too.
  if (new Blob([text]).size > MOST_BYTES - 100) return { fault: words.itIsLargerThan }
  const value = readJson(text)?.value
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return { openapi: value as Record<string, unknown> }
  return { fault: looksLikeYaml(text) ? YAML : words.thisIsNoJsonObject }
}

const YAML = words.thisIsYamlConvert

const looksLikeYaml = (text: string) => /^\s*(?:#.*\n\s*)*(?:---\s*\n\s*)?(?:openapi|swagger)\s*:/.test(text)
