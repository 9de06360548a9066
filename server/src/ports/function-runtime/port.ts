/** Runs the code of apps, each function in a process without rights of its own. */
export interface FunctionRuntime {
  /** Null when functions can run here; else a sentence that says what to install. */
  readonly problem: string | null
  /** Makes one script of the files. What is wrong with them is an outcome, never an error. */
  build(source: FunctionSource): Promise<BuildOutcome>
  /** Never throws for what the function does: that is a failed outcome. */
  invoke(version: FunctionVersion, call: FunctionCall): Promise<CallOutcome>
  /** Ends the processes of an app, or of one function: it is gone, or its secrets changed. Calls under way go on. */
  retire(appId: string, name?: string): void
  /** Ends all processes. */
  close(): Promise<void>
}

export interface FunctionSource {
  /** The path of the file that calls `Deno.serve` or exports the handler. */
  entry: string
  files: readonly SourceFile[]
}

export interface SourceFile {
  /** Relative, with `/`. */
  path: string
  content: string
}

export type BuildOutcome =
  | { kind: 'built'; script: string }
  | { kind: 'refused'; problems: readonly BuildProblem[] }

export interface BuildProblem {
  path: string | null
  line: number | null
  message: string
}

/** What a process runs. Two versions of a function never share one. */
export interface FunctionVersion {
  app_id: string
  name: string
  deployment_id: string
  /** Called only when a process starts. A build that was made only now may be refused. */
  load(): Promise<{ script: string; environment: Record<string, string> } | { problem: string }>
}

export interface FunctionCall {
  /** Its log lines carry it. */
  request_id: string
  method: string
  /** The whole address, as the function sees it. */
  url: string
  headers: readonly (readonly [string, string])[]
  body: AsyncIterable<Uint8Array> | null
  /**
   * How the code reaches the API of its own app, as the caller or as the service; offered until the call and the work
   * that it leaves behind are over.
   */
  callApi(request: ApiRequest): Promise<ApiResponse>
  /** The caller has left. */
  signal?: AbortSignal
}

export interface ApiRequest {
  as: 'caller' | 'service'
  method: string
  /** With the query. */
  path: string
  headers: Record<string, string>
  body: Buffer | null
}

export interface ApiResponse {
  status: number
  headers: Record<string, string | string[]>
  body: Buffer
}

export type CallOutcome =
  | {
      kind: 'answered'
      status: number
      headers: readonly (readonly [string, string])[]
      /**
       * Whole when it is short. Else it must be read to its end or destroyed, and fails with a `FunctionFailure` when
       * the process ends before.
       */
      body: Uint8Array | AsyncIterable<Uint8Array>
    }
  | { kind: 'failed'; failure: FunctionFailure }

/**
 * `unavailable`: no process could be started here. `busy`: too many calls at once. `broken`: the code did not load.
 * `timed_out`: no answer in time. `crashed`: the process ended. `too_large`: the answer is longer than allowed.
 */
export type FunctionFailure = {
  type: 'unavailable' | 'busy' | 'broken' | 'timed_out' | 'crashed' | 'too_large'
  /** A sentence for the developer of the function. */
  message: string
}

/** A line that a function wrote; secrets are masked already. */
export interface FunctionLog {
  app_id: string
  name: string
  deployment_id: string
  /** Null for what is written outside any call. */
  request_id: string | null
  level: 'debug' | 'info' | 'warn' | 'error'
  message: string
  time: Date
}
