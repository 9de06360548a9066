import type { MailPort } from '../../ports/mail/port.ts'
import type { OutboundHttp } from '../../ports/outbound-http/port.ts'
import type { BaseDeps } from '../../tenancy/index.ts'
import type { TroubleSource } from './troubles.ts'

/** What this module needs in addition to what all modules get. */
export interface Deps extends BaseDeps {
  troubleSources: readonly TroubleSource[]
  mail: MailPort
  outboundHttp: OutboundHttp
  /** The public address, for links. */
  baseUrl(): string
}
