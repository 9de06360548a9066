/** Runs commands on files that nobody vouches for: no network, no other files, no other process, and bounds on everything. */
export interface Commands {
  /** Why commands cannot be run on this machine; null when they can. */
  fault(): Promise<string | null>
  /** Never throws for what the command does. Throws `CommandsUnavailable`, or the reason of the signal. */
  run(request: CommandRequest): Promise<CommandResult>
}

export interface CommandRequest {
  /** The only folder that the command sees and may write. */
  tree: string
  /** For `sh -c`. */
  command: string
  timeoutMs: number
  /** The middle of a longer output is left out. */
  maxOutputBytes: number
  signal: AbortSignal
}

export interface CommandResult {
  /** Null when it was ended by a signal or its time was over. */
  exit_code: number | null
  timed_out: boolean
  /** Both outputs, in the order in which they came. */
  output: string
  truncated: boolean
  duration_ms: number
}

export class CommandsUnavailable extends Error {
  override readonly name = 'CommandsUnavailable'
}
