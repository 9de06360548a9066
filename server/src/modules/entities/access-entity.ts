import { refuse } from '../../platform/errors.ts'
import type { App, Caller } from '../../tenancy/index.ts'
import { appUserStore } from './app-user-store.ts'
import type { RuleUser } from './conditions/rule.ts'
import type { Deps } from './deps.ts'
import type { EntitySchema } from './entity-schema.ts'
import type { Presentation } from './present-record.ts'
import { type BoundRules, boundRules } from './record-rules.ts'

export interface EntityAccess extends Presentation {
  app: App
  schema: EntitySchema
  rules: BoundRules
  isBypassing: boolean
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
  const app = await deps.access.app(caller, params.app_id, 'viewer')
  const isBypassing = headers['x-bypass-rls'] === 'true'
  if (isBypassing && app.user_role !== 'editor') throw refuse('editor_required')
  const schema =
    (await deps.entitySchemas.of(app.id, params.entity_name))?.schema ?? unconnected(params.entity_name)
  if (!schema) throw refuse('entity_not_found')
  const rules = boundRules(schema, isBypassing ? 'bypass' : await ruleUser(deps, caller, app))
  return { app, schema, rules, isBypassing, hidesAuthorship: app.hide_authorship }
}

/** Spec: records named `User` are a set of their own, apart from the app's real users; it is there without a schema. */
function unconnected(entityName: string): EntitySchema | null {
  return entityName === 'User' ? { name: 'User', type: 'object', properties: {} } : null
}

async function ruleUser({ db }: Deps, { user }: Caller, app: App): Promise<RuleUser | null> {
  if (!user) return null
  const own = await appUserStore(db).find(app.id, user.id)
  const role = own?.role ?? (app.user_role === 'editor' ? 'admin' : 'user')
  return { id: user.id, email: user.email, role, data: own?.data ?? {} }
}
