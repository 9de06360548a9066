/**
 * What client libraries of this API read from the request of a function: the app, the address of the API, and credentials,
 * in headers that begin with a name of their own. A script that holds such a library says the name itself. // G800
 */

/** How the code addresses the API of its own app; no such name exists. */
export const API_HOST = 'api.atrium.invalid'

const SERVICE_HEADER = /["'`]([a-z][a-z0-9]{0,31})-service-authorization["'`]/i

/** What the names of these headers begin with, in lower case; null for a script without such a library. */
export function clientPrefix(script: string): string | null {
  const name = SERVICE_HEADER.exec(script)?.[1]
  return name === undefined ? null : `${name.toLowerCase()}-`
}

/** As pairs of name and value. The credentials mean nothing but a role, and outside of this call not even that. */
export function clientHeaders(
  prefix: string,
  { app_id, callId, isCaller }: { app_id: string; callId: string; isCaller: boolean },
): string[] {
  return [
    ...[`${prefix}app-id`, app_id, `${prefix}api-url`, `http://${API_HOST}`],
    ...[`${prefix}service-authorization`, serviceCredential(callId)],
    ...(isCaller ? ['authorization', 'Bearer caller'] : []),
  ]
}

/** By which a request to the API says that it is made as the service. */
export const serviceCredential = (callId: string) => `Bearer ${callId}`
