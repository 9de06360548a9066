/** From what sockets, TLS, the parser and our guard report to the few kinds that callers tell apart. */
import { errors } from 'undici'
import type { OutboundErrorType } from './port.ts'

/** A failure whose kind is known where it happens. */
export class OutboundError extends Error {
  readonly error_type: OutboundErrorType

  constructor(error_type: OutboundErrorType, options?: ErrorOptions) {
    super(SENTENCES[error_type], options)
    this.error_type = error_type
  }
}

/** The kind of a failure and a sentence for it; never the error's own text, which names addresses. */
export function describeFailure(error: unknown): { error_type: OutboundErrorType; message: string } {
  const error_type = errorTypeOf(error)
  const code = error instanceof OutboundError ? codeOf(error.cause) : codeOf(error)
  return { error_type, message: CERTIFICATE_SENTENCES[code] ?? SENTENCES[error_type] }
}

export function errorTypeOf(error: unknown): OutboundErrorType {
  if (error instanceof OutboundError) return error.error_type
  const code = codeOf(error)
  const known = BY_CODE[code]
  if (known) return known
  if (code === 'UND_ERR_SOCKET') return isBadAnswer(error) ? 'invalid_response' : 'connection_reset'
  if (error instanceof errors.HTTPParserError) return 'invalid_response'
  return TLS_CODES.test(code) ? 'tls_error' : 'network_error'
}

function codeOf(error: unknown): string {
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : ''
}

const BY_CODE: Record<string, OutboundErrorType> = {
  ECONNREFUSED: 'connection_refused',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'connection_reset',
  ECONNABORTED: 'connection_reset',
  EPIPE: 'connection_reset',
  UND_ERR_HEADERS_OVERFLOW: 'invalid_response',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'invalid_response',
}

/** undici has one code for a lost connection and for answers out of turn, such as 100 without being asked. */
const isBadAnswer = (error: unknown) =>
  error instanceof Error && /^bad (response|upgrade)/.test(error.message)

const TLS_CODES =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/

const SENTENCES: Record<OutboundErrorType, string> = {
  connection_refused: 'The receiver refused the connection.',
  timeout: 'The receiver did not answer in time.',
  connection_reset: 'The receiver closed the connection before answering.',
  dns_error: 'The host name could not be resolved.',
  tls_error: 'A secure connection to the receiver could not be made.',
  blocked_address: 'The address is not public and must not be called.',
  invalid_response: 'The receiver’s answer was not valid HTTP.',
  network_error: 'The receiver could not be reached.',
}

const CERTIFICATE_SENTENCES: Record<string, string> = {
  CERT_HAS_EXPIRED: 'The receiver’s certificate has expired.',
  CERT_NOT_YET_VALID: 'The receiver’s certificate is not valid yet.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The receiver’s certificate is for another host.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The receiver’s certificate is signed by itself.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The receiver’s certificate comes from an authority that is not trusted.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'The receiver’s certificate comes from an authority that is not trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The receiver’s certificate comes from an authority that is not trusted, or its chain is incomplete.',
}
