import { type DestinationStream, pino } from 'pino'

export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  child(fields: object): Log
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Structured JSON lines on standard output; values that could be credentials are cut out by path. */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    redact: {
      paths: SECRET_PATHS,
      censor: '[secret]',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

const SECRET_FIELDS = ['authorization', 'api_key', 'cookie', 'password', 'secret', 'token']
const SECRET_PATHS = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`])

/** Of errors only what names the fault: those of the database carry whole rows and connections along. */
function describeError(error: unknown, depth = 0): object | string {
  if (!(error instanceof Error)) return String(error)
  const reported = Object.fromEntries(USEFUL_FIELDS.map((field) => [field, Reflect.get(error, field)]))
  const { name, message, stack, cause } = error
  const isDeep = cause === undefined || depth >= MAX_CAUSES
  return {
    type: name,
    message,
    stack,
    ...reported,
    ...(!isDeep && { cause: describeError(cause, depth + 1) }),
  }
}

const USEFUL_FIELDS = [
  'code',
  'syscall',
  'address',
  'port',
  'path',
  'severity',
  'routine',
  'table',
  'constraint',
]
const MAX_CAUSES = 5
