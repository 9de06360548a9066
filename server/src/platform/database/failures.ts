import pg from 'pg'

/** What an error of a database call means for the caller of an operation; null for errors of our own making. */
export type DatabaseFailure = 'unavailable' | 'full' | 'timeout'

/** Whether the server itself refused the statement, so that surely nothing of it is left; not when it took too long. */
export function isUndone(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR' && databaseFailure(error) === null
}

/** For errors that came from a database call: a socket error does not tell which socket it was. */
export function databaseFailure(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return byCode(code, error) ?? byMessage(error.message) ?? databaseFailure(error.cause)
}

/** For a start that failed: one sentence when the reason is a full disk, also when only PostgreSQL's words say it. */
export function diskFullSentence(error: unknown): string | null {
  for (let one = error; one instanceof Error; one = one.cause) {
    const words = one.message.split('\n').find((line) => FULL_WORDS.test(line))
    if (words === undefined && databaseFailure(one) !== 'full') continue
    return `The disk is full (${(words ?? one.message).trim()}). Free space on it, then start again; nothing has to be repaired.`
  }
  return null
}

function byCode(code: string, error: Error): DatabaseFailure | null {
  if (FULL_CODES.has(code)) return 'full'
  if (code === '57014') return 'timeout'
  if (UNAVAILABLE_CODES.has(code) || /^08...$/.test(code)) return 'unavailable'
  // A missing socket file, not a missing file.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return 'unavailable'
  return null
}

function byMessage(message: string): DatabaseFailure | null {
  if (message === 'Query read timeout') return 'timeout'
  return UNAVAILABLE_MESSAGES.some((part) => message.includes(part)) ? 'unavailable' : null
}

const FULL_WORDS = /no space left on device|disk quota exceeded/i
const FULL_CODES = new Set(['53100', 'ENOSPC', 'EDQUOT'])

const UNAVAILABLE_CODES = new Set([
  '57P01', // the server is asked to stop
  '57P02', // another process of it crashed
  '57P03', // it is starting, or repairing
  '53300', // too many connections
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAGAIN', // a Unix socket whose queue of callers is full
])

/** The driver and its pool give these no code. */
const UNAVAILABLE_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'is not queryable',
  'Cannot use a pool after calling end',
]
