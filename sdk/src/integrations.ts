/** `client.integrations.Core.UploadFile({ file })`: what an app can have done for it. */
import type { Operation } from '@atrium/contract'
import type { AreaClient } from './area-client.ts'
import { type AnyCall, type BoundCall, bindCall } from './bound.ts'
import type { Call } from './call.ts'
import type { ClientOperation } from './client-operation.ts'

export interface AppIntegrations {
  /** Each is called as its path ends: `…/Core/InvokeLLM`. */
  readonly Core: Core<AreaClient['integrations']>
}

type Core<Area> = {
  readonly [Verb in keyof Area as Area[Verb] extends Call<infer O>
    ? NameOf<O>
    : never]: Area[Verb] extends Call<infer O> ? BoundCall<O> : never
}

type NameOf<O extends Operation> = O['path'] extends `${string}/Core/${infer Name}` ? Name : never

export function appIntegrations(client: AreaClient, app_id: string): AppIntegrations {
  const calls = Object.values<AnyCall>(client.integrations)
  const named = calls.map((call) => [nameOf(call.operation), bindCall(app_id, call)])
  // The loop gives every operation its method; only the mapped type can say which arguments each takes.
  return { Core: Object.fromEntries(named) as AppIntegrations['Core'] }
}

function nameOf({ path }: ClientOperation): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
