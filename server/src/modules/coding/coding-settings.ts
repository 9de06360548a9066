import type { Provider } from '../../ports/git-forge/port.ts'

export interface CodingSettings {
  /** Where repositories are when nobody says otherwise. */
  provider: Provider
  /** The folder on this machine for copies of code that is being worked on. */
  workFolder: string
  /** What the model may take for one pass of a session; null: no bound. */
  maxTokens: number | null
  /** In millionths of the currency of the operator; null: no bound. */
  maxCostMicros: number | null
}
