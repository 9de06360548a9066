/** The room of an entity: anyone who may read its records hears what becomes of them. */
import { setImmediate as breathe } from 'node:timers/promises'
import { refuse } from '../../../platform/errors.ts'
import { roomKind } from '../../../platform/realtime/room-kind.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { MaybeUser } from '../conditions/rule.ts'
import type { Deps } from '../deps.ts'
import { accessEntity, unconnected } from '../records/access-entity.ts'
import { boundRules } from '../records/record-rules.ts'
import { type EntitySchema, isSameSchema } from '../schemas/entity-schema.ts'
import type { RecordStep } from './record-feed.ts'
import { recordForms } from './record-forms.ts'

/** Somebody who listens, as the rules see them. */
interface RecordView {
  user: MaybeUser
  hidesAuthorship: boolean
  /** By which their rules were bound last. */
  schema: EntitySchema
}

export const recordRoom = roomKind<Deps, Caller, RecordView, RecordStep>({
  name: 'entities',
  pattern: /^entities:(?<app_id>[\w-]{1,64}):(?<entity_name>\w{1,64})$/,

  async admit(deps, { person, app_id }, { app_id: named = '', entity_name = '' }) {
    if (named !== app_id) throw refuse('room_not_found')
    const access = await accessEntity(deps, person, { params: { app_id, entity_name }, headers: {} })
    const { user, hidesAuthorship, schema } = access
    return { group: user?.id ?? NOBODY, view: { user, hidesAuthorship, schema } }
  },

  async present(deps, { app_id = '', entity_name = '' }, change, views) {
    const found = (await deps.entitySchemas.of(app_id, entity_name))?.schema ?? unconnected(entity_name)
    if (!found) return views.map(() => null)
    const schema = sameOr(found, views[0]?.schema)
    const forms = recordForms(change)
    const texts: (string | null)[] = []
    for (const view of views) {
      view.schema = schema
      const { user, hidesAuthorship } = view
      texts.push(forms.textFor({ schema, rules: boundRules(schema, user), hidesAuthorship }))
      if (texts.length % VIEWS_AT_ONCE === 0) await breathe()
    }
    return texts
  },
})

const NOBODY = ''
/** Between so many other work gets its turn. */
const VIEWS_AT_ONCE = 500

/** A schema is read again every few seconds; as long as it says the same, the rules stay bound. */
function sameOr(found: EntitySchema, known: EntitySchema | undefined): EntitySchema {
  return known && (known === found || isSameSchema(known, found)) ? known : found
}
