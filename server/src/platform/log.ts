import { pino } from 'pino'

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
export function createLog(level: LogLevel): Log {
  return pino({
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: SECRET_PATHS,
      censor: '[secret]',
    },
  })
}

const SECRET_FIELDS = ['authorization', 'api_key', 'cookie', 'password', 'secret', 'token']
const SECRET_PATHS = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`])
