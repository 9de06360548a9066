import type { JsonPlace } from './json-place.ts'

export interface JsonFault {
  place: JsonPlace
  message: string
}
