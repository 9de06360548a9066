import { createLog, type Log, type LogLevel } from '../src/platform/log.ts'

export interface CollectedLog extends Log {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into lines of any shape
  lines: any[]
  text(): string
}

/** The real log, whose lines a test can read. */
export function collectedLog(level: LogLevel = 'debug'): CollectedLog {
  const written: string[] = []
  const log = createLog(level, { write: (line) => void written.push(line) })
  return {
    debug: log.debug.bind(log),
    info: log.info.bind(log),
    warn: log.warn.bind(log),
    error: log.error.bind(log),
    child: log.child.bind(log),
    get lines() {
      return written.map((line) => JSON.parse(line))
    },
    text: () => written.join(''),
  }
}
