import type { JsonPlace } from './json-place.ts'

/** What is wrong, and where in the JSON. */
export interface JsonFault {
  place: JsonPlace
  message: string
}
