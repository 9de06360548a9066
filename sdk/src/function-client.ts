/** The client of a backend function: the API of its own app, without any credential in the code. */
import type { AppClient } from './app-client.ts'
import { createClient } from './client.ts'
import type { AnyEntities, EntityTypes } from './entity-query.ts'

/** Acts as the person who called the function: the rules of the app hold. */
export interface FunctionClient<E extends EntityTypes = AnyEntities> extends AppClient<E> {
  /** Acts as the app itself: no rules, and every change is in the audit log. */
  readonly asService: AppClient<E>
}

/** Known only inside functions, where everything that leaves goes through the server. */
const OWN_API = 'http://api.atrium.invalid'

export function createClientFromRequest<E extends EntityTypes = AnyEntities>(
  request: Pick<globalThis.Request, 'headers'>,
): FunctionClient<E> {
  const app_id = request.headers.get('x-atrium-app')
  const call = request.headers.get('x-atrium-call')
  if (!app_id || !call) throw new Error('createClientFromRequest needs the request of a backend function')
  const clientAs = (as: string) =>
    createClient<E>({ baseUrl: OWN_API, app_id, headers: { 'x-atrium-call': call, 'x-atrium-as': as } })
  return { ...clientAs('caller'), asService: clientAs('service') }
}
