/** `client.connectors.call('slack', { path: '/conversations.list' })`: the services that an app is connected to. */
import { APPROVE_MINUTES } from '@atrium/contract/connectors'
import type { AreaClient } from './area-client.ts'
import type { CallOptions } from './call.ts'
import { readUntil } from './read-until.ts'
import type { Connection, ConnectionStart, ServiceAnswer, ServiceRequest } from './resources.ts'

export interface AppConnectors {
  /**
   * Calls the API of a connected service, as `path` of the connector's own address; the credential is added on the way.
   * Whatever the service answers is an answer: look at its `status`. For editors, and inside of functions.
   */
  call<Body = unknown>(
    integration_type: string,
    request: ServiceRequest,
    options?: ConnectorCallOptions,
  ): Promise<Omit<ServiceAnswer, 'body'> & { body: Body }>
  /** The same as `call`, by the name that existing apps use. */
  callApi: AppConnectors['call']
  /**
   * Starts a connection, hands over the address where a person approves, and waits until they have: the connection
   * then. Throws a `ConnectError` when they did not, or when it needs another person.
   */
  connect(integration_type: string, options?: ConnectOptions): Promise<Connection>
}

export type ConnectorCallOptions = Pick<CallOptions, 'headers' | 'signal' | 'timeoutMs'>

export interface ConnectOptions extends Omit<ConnectionStart, 'integration_type'> {
  /** Shows the address to the person; not called where there is nothing to approve, as with API keys. */
  onApprove?: ((url: string) => void) | undefined
  signal?: AbortSignal | undefined
  /** How long people get to approve; 5 minutes when left out. */
  timeoutMs?: number | undefined
}

/** The connection did not come about. */
export class ConnectError extends Error {
  override readonly name = 'ConnectError'
  /** `different_user`: somebody else has connected it; `force_reconnect` takes it over. */
  readonly code: 'different_user' | 'refused' | 'timed_out'

  constructor(code: ConnectError['code'], message: string) {
    super(message)
    this.code = code
  }
}

export function appConnectors(client: AreaClient, app_id: string): AppConnectors {
  const { connectors } = client
  const call: AppConnectors['call'] = async (integration_type, request, options) =>
    // What the service answers is for the caller to know.
    (await connectors.call({ app_id, integration_type }, request, options)) as never
  return {
    call,
    callApi: call,

    async connect(integration_type, { onApprove, signal, timeoutMs, ...start } = {}) {
      const started = await connectors.initiate({ app_id }, { ...start, integration_type }, { signal })
      const { redirect_url, connection_id, already_authorized, error, error_message } = started
      if (error) throw new ConnectError(error, error_message ?? 'Another person has connected it.')
      if (!already_authorized && redirect_url !== null) {
        onApprove?.(redirect_url)
        const query = { integration_type, ...(connection_id !== null && { connection_id }) }
        const read = () => connectors.status({ app_id }, query, { signal })
        await approval(read, timeoutMs ?? APPROVE_MINUTES * 60_000, signal)
      }
      const { integrations } = await connectors.list({ app_id }, { signal })
      const made = integrations.find((one) => one.integration_type === integration_type)
      if (!made) throw new ConnectError('refused', 'The connection was removed in the meantime.')
      return made
    },
  }
}

/** Resolves once somebody has approved. */
async function approval(
  read: () => ReturnType<AreaClient['connectors']['status']>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const isDecided = ({ status }: Awaited<ReturnType<typeof read>>) =>
    status === 'ACTIVE' || status === 'FAILED'
  const decided = await readUntil(read, isDecided, { timeoutMs, signal })
  if (!decided) throw new ConnectError('timed_out', 'Nobody approved it in time; start again.')
  if (decided.status === 'FAILED')
    throw new ConnectError('refused', decided.error_message ?? 'It was not approved.')
}

/** A client with an app takes both forms: by the type alone, and by the params of the operation. */
export function eitherCall(
  byParams: AreaClient['connectors']['call'],
  byType: AppConnectors['call'],
): AreaClient['connectors']['call'] & AppConnectors['call'] {
  const call = (first: unknown, ...rest: never[]) =>
    typeof first === 'string'
      ? byType(first, ...(rest as [never]))
      : byParams(first as never, ...(rest as [never]))
  // The first argument says which of the two is meant; only the mapped types say what follows it.
  return Object.assign(call, { operation: byParams.operation }) as never
}
