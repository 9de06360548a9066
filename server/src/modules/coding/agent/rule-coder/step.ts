/** One turn of the offline coder. */
export interface Step {
  text: string
  calls: StepCall[]
  /** It takes its time, as `[slow]` asks. */
  isSlow?: boolean
  /** There is no turn: `[fail]`. */
  isFailure?: boolean
}

export interface StepCall {
  tool: string
  input: Record<string, unknown>
}
