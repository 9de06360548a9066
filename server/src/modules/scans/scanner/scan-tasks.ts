/**
 * What is done in processes of the scanner, by name. Each is pure: what goes in and comes out can be sent to a process,
 * and the same input gives the same output, so what a file gave is remembered by its content.
 */
import { scanCode } from './code/scan-code.ts'
import { readLockFile } from './dependencies/read-lock-file.ts'
import { scanFunction } from './functions/scan-function.ts'
import { listIntegrations } from './integrations/list-integrations.ts'
import { type ProofInput, proveRules } from './rules/prove-rules.ts'
import type { RuleEngine } from './rules/rule-engine.ts'
import { type RulesInput, scanRules } from './rules/scan-rules.ts'
import { scanSecrets } from './secrets/scan-secrets.ts'

/** Entities are another module's: the process brings their rules along. */
export const createScanTasks = (engine: RuleEngine) => ({
  rules: (input: RulesInput) => scanRules(engine, input),
  proof: (input: ProofInput) => proveRules(engine, input),
  secrets: scanSecrets,
  function: scanFunction,
  code: scanCode,
  lock_file: readLockFile,
  integrations: listIntegrations,
})
export type ScanTasks = ReturnType<typeof createScanTasks>
export type ScanTask = keyof ScanTasks
export type TaskInput<T extends ScanTask> = Parameters<ScanTasks[T]>[0]
export type TaskOutput<T extends ScanTask> = Awaited<ReturnType<ScanTasks[T]>>
