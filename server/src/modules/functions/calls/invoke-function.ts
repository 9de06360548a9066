import type { InputOf, operations, PassedAnswer } from '@atrium/contract'
import { ApiError, refuse } from '../../../platform/errors.ts'
import type { Visitor } from '../../../platform/http/visitor.ts'
import type { Caller, VisitedApp } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { runFunction } from './run-function.ts'

export async function invokeFunction(
  deps: Deps,
  caller: Caller | Visitor,
  { params, request }: InputOf<typeof operations.functions.invoke>,
): Promise<PassedAnswer> {
  const found = await deps.activeFunctions.find(params.app_id, params.name)
  const app = await visitOf(deps, caller, params.app_id, found?.access === 'anyone')
  if (!found) throw refuse('function_not_found')
  const { secret, ...passed } = request
  const isService = 'kind' in caller && caller.kind === 'service'
  return runFunction(deps, {
    ...found,
    trigger: 'http',
    depth: (deps.ownCalls.current()?.depth ?? 0) + 1,
    caller: {
      visitor: { request_id: caller.request_id, address: caller.address },
      user: app?.user ?? null,
      // One who is nobody here must be nobody to the API too.
      secret: app ? secret : null,
      identity: isService ? caller : null,
    },
    request: passed,
  })
}

/** The app as the caller meets it; null where the function is for anyone and they are nobody to the app. */
async function visitOf(
  { access }: Deps,
  caller: Caller | Visitor,
  appId: string,
  isForAnyone: boolean,
): Promise<VisitedApp | null> {
  // What is remembered of the function may be older than the end of the app.
  const mayBeNobody = isForAnyone && (await access.workspaceIdOf(appId)) !== null
  if (mayBeNobody && !('kind' in caller)) return null
  try {
    const known = 'kind' in caller ? caller : await access.authorizeAnonymous(caller, appId)
    return await access.visit(known, appId)
  } catch (refusal) {
    const isOutside = refusal instanceof ApiError && (refusal.status === 404 || refusal.status === 401)
    if (mayBeNobody && isOutside) return null
    throw refusal
  }
}
