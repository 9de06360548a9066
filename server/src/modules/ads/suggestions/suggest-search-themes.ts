import type { InputOf, operations } from '@atrium/contract'
import { Type } from 'typebox'
import { transaction } from '../../../platform/database/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import { type App, type Caller, type CreditUse, userOf } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { askModel, hasModel } from './ask-model.ts'
import { cleanThemes } from './clean-themes.ts'
import { type Business, extractThemes } from './extract-themes.ts'
import { chooseLanguage, type Language, nameOf } from './languages.ts'
import { platformNames } from './platform-names.ts'

const LONGEST_MS = 15_000
/** Longer than the model may take. */
const HOLD_MS = 60_000

/** Never fails for want of a model or of credits: then the themes are taken from the text. */
export async function suggestSearchThemes(
  deps: Deps,
  caller: Caller,
  { params, headers, body }: InputOf<typeof operations.ads.suggest_search_themes>,
) {
  const app = await deps.access.app(caller, params.app_id, 'editor')
  if (deps.languageModel.name === 'none') return { search_themes: [] }
  const { business_name = '', business_description = '', landing_page_url = '' } = body
  const business = { business_name, business_description, landing_page_url }
  const language = chooseLanguage(headers['accept-language'])
  const names = platformNames(deps.baseUrl(), deps.platformNames)
  const thoughtOf = isEmpty(business) ? null : await themesOfModel(deps, caller, app, business, language)
  const clean = cleanThemes(thoughtOf ?? [], names)
  if (clean.length > 0) return { search_themes: clean }
  return { search_themes: cleanThemes(extractThemes(business, language), names) }
}

function isEmpty(business: Business): boolean {
  return Object.values(business).every((text) => text.trim() === '')
}

async function themesOfModel(
  deps: Deps,
  caller: Caller,
  app: App,
  business: Business,
  language: Language,
): Promise<string[] | null> {
  if (!hasModel(deps)) return null
  const { db, clock, credits } = deps
  const now = clock.now()
  const use: CreditUse = {
    key: makeId('sug', now),
    workspace_id: app.workspace_id,
    user_id: userOf(caller).id,
    app_id: app.id,
    kind: 'analysis',
  }
  if (!(await isHeld(deps, use, new Date(now.getTime() + HOLD_MS)))) return null
  const answer = await askModel(deps, {
    feature: 'ads.suggest_search_themes',
    usedBy: { workspace_id: use.workspace_id, app_id: app.id, user_id: use.user_id },
    task: taskIn(language),
    about: { ...business },
    schema: ANSWER,
    timeoutMs: LONGEST_MS,
  })
  if (!answer) {
    await credits.release(db, use.key)
    return null
  }
  await transaction(db, (tx) => credits.spend(tx, use))
  return answer.search_themes
}

async function isHeld({ db, credits }: Deps, use: CreditUse, until: Date): Promise<boolean> {
  try {
    await transaction(db, (tx) => credits.hold(tx, use, until))
    return true
  } catch (refusal) {
    if (refusal instanceof ApiError && refusal.code === 'credits_exhausted') return false
    throw refusal
  }
}

const ANSWER = Type.Object({ search_themes: Type.Array(Type.String(), { maxItems: 50 }) })

function taskIn(language: Language): string {
  return [
    `Suggest 15 search themes for an advertising campaign of the business, in ${nameOf(language)}:`,
    'what its customers type into a search engine, 2 to 5 words each, the best first.',
    'No trademark of a competitor, no name of a website builder, no punctuation.',
    'The address of its website is context; you cannot open it.',
  ].join(' ')
}
