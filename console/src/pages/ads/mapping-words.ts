import type { AnswerOf, Operations } from '@atrium/sdk'
import { CONVERSIONS } from './ad-words.ts'

/** Which change of which records counts as which goal. */
export type Mapping = AnswerOf<Operations['conversions']['list_mappings']>[number]

export const EVENTS: Record<Mapping['event'], string> = {
  create: 'is created',
  update: 'is changed',
  delete: 'is deleted',
}

/** `Purchase when Order is created`. */
export const nameOf = ({ conversion_type, entity_name, event }: Mapping) =>
  `${CONVERSIONS[conversion_type]} when ${entity_name} ${EVENTS[event]}`
