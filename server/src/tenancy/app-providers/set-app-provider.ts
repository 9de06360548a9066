import type { InputOf, operations } from '@atrium/contract'
import { MAX_OPENID_PROVIDERS } from '@atrium/contract/app-providers'
import { transaction } from '../../platform/database/transaction.ts'
import { invalid, refuse } from '../../platform/errors.ts'
import { makeId } from '../../platform/ids.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { requireIssuer } from '../openid/provider-fields.ts'
import { isSameClient, nextClientSecret } from '../openid/sealed-client-secret.ts'
import { presentAppProvider } from './present-app-provider.ts'
import { PRESETS, presetOf } from './presets.ts'
import { appProviderStore } from './provider-store.ts'

type Input = InputOf<typeof operations.app_providers.set>

export async function setAppProvider(
  { db, clock, access, audit, secrets, openId, baseUrl }: TenancyDeps,
  caller: Caller,
  { params, body }: Input,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  const { provider } = params
  const { client_id, is_enabled = true } = body
  const { kind, issuer, name } = fieldsOf(provider, body)
  const protocol = kind === 'github' ? ('github' as const) : ('openid' as const)
  // What is known of the large ones is not asked for: it would only tie this request to them.
  if (PRESETS[kind].issuer !== issuer) {
    const checked = await openId.check({ protocol, issuer, clientId: client_id, clientSecret: null })
    if (checked.kind === 'failed') throw refuse('provider_unusable', { message: checked.message })
  }

  return transaction(db, async (tx) => {
    const store = appProviderStore(tx)
    const rows = await store.lock(app.id)
    const before = rows.find((row) => row.provider === provider)
    const own = rows.filter((row) => row.kind === 'openid')
    if (!before && kind === 'openid' && own.length >= MAX_OPENID_PROVIDERS) throw refuse('too_many_providers')
    const now = clock.now()
    const id = before?.id ?? makeId('sip', now)
    const client_secret = nextClientSecret(secrets, id, before, { ...body, issuer })
    const row = {
      ...{ id, app_id: app.id, provider, kind, name, issuer, client_id, client_secret, is_enabled },
      ...{ created_date: before?.created_date ?? now, updated_date: now },
    }
    await store.put(row)
    if (before && !isSameClient(before, row)) await store.dropIdentities(app.id, provider)
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'app_providers.set',
      target_type: 'app_provider',
      target_id: provider,
      app_id: app.id,
      detail: { issuer, client_id, has_secret: client_secret !== null, is_enabled },
    })
    return presentAppProvider(baseUrl(), row)
  })
}

function fieldsOf(provider: string, body: Input['body']) {
  const kind = presetOf(provider)
  const preset = PRESETS[kind]
  if (kind === 'google' && body.issuer !== undefined && body.issuer !== preset.issuer) {
    throw invalid(
      ['body', 'issuer'],
      'value_error',
      'Google has one issuer; leave it out, or choose another id',
    )
  }
  const issuer = body.issuer ?? preset.issuer
  if (issuer === null) throw invalid(['body', 'issuer'], 'missing', 'Field required')
  const known = requireIssuer(issuer)
  return {
    kind,
    // Paths follow it there.
    issuer: kind === 'github' ? known.replace(/\/+$/, '') : known,
    name: body.name?.trim() ?? preset.name ?? provider,
  }
}
