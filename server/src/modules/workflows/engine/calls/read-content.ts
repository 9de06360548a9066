import { Fault } from '../fault.ts'

/** The body of an answer: parsed when it is JSON, else as text. */
export function readContent(text: string, contentType: string): unknown {
  if (!/\bjson\b/i.test(contentType)) return text
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    throw new Fault('communication', 'invalid_json', 'The answer says that it is JSON, but is not')
  }
}
