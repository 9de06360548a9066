import type { ScannedSchema } from '../snapshot.ts'
import type { Hole } from './hole.ts'
import type { RuleEngine } from './rule-engine.ts'
import { isProven } from './rule-proof.ts'
import { boundsFor } from './scan-rules.ts'

export interface ProofInput {
  public_settings: string
  /** Those that do not change are the same objects in both. */
  before: readonly ScannedSchema[]
  after: readonly ScannedSchema[]
  /** What is to be closed in each entity. */
  closed: readonly { entity_name: string; holes: readonly Pick<Hole, 'rule_id' | 'operations'>[] }[]
}

/** Whether all of it is closed, and nothing else opened: what is right alone can be wrong together. */
export async function proveRules(engine: RuleEngine, input: ProofInput): Promise<boolean> {
  const { public_settings: publicSettings, before, after, closed } = input
  return closed.every(({ entity_name, holes }) => {
    const schema = before.find(({ name }) => name === entity_name)
    if (!schema) return false
    const proof = { engine, publicSettings, before, after, ...boundsFor(schema, before.length) }
    return isProven(proof, entity_name, holes)
  })
}
