/** The server's own code, for the commands that need it: found and loaded only for those. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { FunctionLogLine } from '../resources.ts'
import type { Environment } from './credentials.ts'
import type { Output } from './output.ts'
import { UsageError } from './usage.ts'

/** What `@atrium/server/operate` offers. */
export interface ServerProgram {
  /** On the commands that begin with these words. */
  operatorHelp(words: readonly string[]): string
  /** Returns the exit code. */
  runOperator(argv: readonly string[], on: OperatorProcess): Promise<number>
  serveFolder(
    options: ServedFolder,
    on: Pick<OperatorProcess, 'env' | 'stderr'>,
  ): Promise<{ url: string; close(): Promise<void> }>
}

export interface OperatorProcess {
  env: Environment
  stdin: Readable
  stdout: Output
  stderr: Output
  format: 'json' | 'table'
  onInterrupt?(stop: (exit_code: number) => void): void
}

export interface ServedFolder {
  folder: string
  name: string
  app_id: string
  port: number
  matters(path: string): boolean
  read(): Promise<{
    entry: string
    files: { path: string; content: string }[]
    environment: Record<string, string>
  }>
  callApi(request: ApiRequest): Promise<ApiResponse>
  onLog(line: { time: Date; level: FunctionLogLine['level']; message: string }): void
  say(sentence: string): void
}

export interface ApiRequest {
  as: 'caller' | 'service'
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | null
}

export interface ApiResponse {
  status: number
  headers: Record<string, string>
  body: Buffer
}

const ENTRY = '@atrium/server/operate'

/** Where it is installed: next to this command line, or in the folder that it is called in. Null when in neither. */
export function findServer(cwd: string, self = import.meta.url): string | null {
  for (const from of [self, pathToFileURL(join(cwd, 'package.json')).href]) {
    try {
      return createRequire(from).resolve(ENTRY)
    } catch {
      // Not installed there.
    }
  }
  return null
}

export async function loadServer(path: string): Promise<ServerProgram> {
  return import(pathToFileURL(path).href)
}

export function serverMissing(words: readonly string[]): UsageError {
  const command = words.join(' ')
  return new UsageError(
    `${command} works where the server is installed: call npx atrium ${command} in the folder of Atrium.`,
  )
}

/** The server is TypeScript, which Node runs as it is from 22.18 on. */
export function runsServers(): boolean {
  return Boolean((process.features as { typescript?: unknown }).typescript)
}

/** The Node that came with the server; null when there is none. */
export function nodeOf(server: string): string | null {
  for (let folder = dirname(server); ; folder = dirname(folder)) {
    const node = join(folder, 'node_modules', '.bin', 'node')
    if (existsSync(node)) return node
    if (dirname(folder) === folder) return null
  }
}

/** This same command, carried out by another Node; its exit code. */
export function runWith(node: string, argv: readonly string[]): Promise<number> {
  const child = spawn(node, [process.argv[1] ?? '', ...argv], { stdio: 'inherit' })
  // The terminal sends an interrupt to both, and the other one decides.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}
