import type { Healed, PerformedAction, TestError, TestRunStep } from '@atrium/contract/test-runs'
import type { BrowserSession } from '../../../ports/browser/port.ts'
import type { ModelUser } from '../../../ports/language-model/port.ts'
import type { CachedAction } from './cached-action.ts'
import type { StepReader } from './step-reader.ts'

/** What a step may use while it is carried out. */
export interface StepContext {
  session: BrowserSession
  /** Null where no model is available: steps in words need a cached action then. */
  reader: StepReader | null
  /** Where the run began: paths are taken from there. */
  startUrl: string
  /** The base of the site that is tested. */
  base: string
  goal: string
  /** `test_user.email`, `secrets.NAME` and what was extracted, by the name between braces. Steps add what they extract. */
  values: Map<string, string>
  /** Values that must not be shown. */
  secrets: readonly string[]
  usedBy: ModelUser
  /** What an earlier run found for this step, of the same instruction. */
  cached: CachedAction | null
  signal: AbortSignal
}

export interface StepOutcome {
  status: 'passed' | 'failed'
  /** `model_unavailable` and `browser_unavailable` end the run as `error`, everything else as `failed`. */
  error: TestError | null
  resolved_by: TestRunStep['resolved_by']
  performed: PerformedAction | null
  healed: Healed | null
  extracted: string | null
  /** What to keep for later runs; null when nothing is to be changed. */
  learned: CachedAction | null
  model_calls: number
}
