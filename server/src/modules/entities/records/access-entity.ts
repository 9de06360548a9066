import type { Asker } from '../../../platform/database/heavy-queries.ts'
import { refuse } from '../../../platform/errors.ts'
import { networkOf } from '../../../platform/http/network-of.ts'
import type { Caller, VisitedApp } from '../../../tenancy/index.ts'
import type { MaybeUser } from '../conditions/rule.ts'
import type { Deps } from '../deps.ts'
import type { EntitySchema } from '../schemas/entity-schema.ts'
import type { Presentation } from './present-record.ts'
import { type BoundRules, boundRules } from './record-rules.ts'

export interface EntityAccess extends Presentation {
  app: VisitedApp
  schema: EntitySchema
  rules: BoundRules
  /** Who is signed in, as the rules see them. */
  user: MaybeUser
  isBypassing: boolean
  /** Whose cost a question to the records is. */
  asker: Asker
}

interface Request {
  params: { app_id: string; entity_name: string }
  headers: { 'x-bypass-rls'?: string }
}

/** The entity of an app with its rules as they are for this caller. */
export async function accessEntity(
  deps: Deps,
  caller: Caller,
  { params, headers }: Request,
): Promise<EntityAccess> {
  const app = await deps.access.visit(caller, params.app_id)
  const isBypassing = headers['x-bypass-rls'] === 'true' || caller.kind === 'service'
  if (isBypassing && app.user_role !== 'editor') throw refuse('editor_required')
  const schema =
    (await deps.entitySchemas.of(app.id, params.entity_name))?.schema ?? unconnected(params.entity_name)
  if (!schema) throw refuse('entity_not_found')
  const user = app.user as MaybeUser // its data was stored as JSON
  const rules = boundRules(schema, isBypassing ? 'bypass' : user)
  const isKnown = isBypassing || (user !== null && !app.is_self_registered)
  // G812: who signs up alone may do so many times, and comes from the same place.
  const asker = { of: app.id, isKnown, ...(!isKnown && { by: networkOf(caller.address) }) }
  return { app, schema, rules, user, isBypassing, asker, hidesAuthorship: app.hide_authorship }
}

/** The same for those who make new records, or larger ones: as long as the app may have more. */
export async function accessToWrite(
  deps: Deps,
  caller: Caller,
  request: Request,
  wanted: 'new' | 'larger',
): Promise<EntityAccess> {
  const entity = await accessEntity(deps, caller, request)
  deps.recordQuota.requireRoom(entity.app.id, wanted)
  return entity
}

/** Spec: records named `User` are a set of their own, apart from the app's real users; it is there without a schema. */
export function unconnected(entityName: string): EntitySchema | null {
  return entityName === 'User' ? { name: 'User', type: 'object', properties: {} } : null
}
