import type { ConnectorDefinition } from '@atrium/contract/connector-definition'
import type { ValidationRow } from '../../../platform/errors.ts'

/** What is checked: the date is set by us, and says nothing of the rest. */
export type CheckedDefinition = Omit<ConnectorDefinition, 'verified_on'>

export type Place = readonly (string | number)[]

/** What is wrong with a definition, each at its place in the body. */
export class Faults {
  readonly rows: ValidationRow[] = []

  add(place: Place, type: string, msg: string): void {
    this.rows.push({ loc: ['body', ...place], msg, type })
  }
}
