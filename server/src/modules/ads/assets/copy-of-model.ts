import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { askModel, hasModel } from '../suggestions/ask-model.ts'
import { nameOf } from '../suggestions/languages.ts'
import { LONGEST_TEXT } from './plan-assets.ts'
import type { AssetSessionRow } from './session-store.ts'
import type { Copy } from './write-copy.ts'

const LONGEST_MS = 30_000

/** Texts that the model wrote, as they came; null when it cannot. */
export async function copyOfModel(deps: Deps, session: AssetSessionRow): Promise<Copy | null> {
  if (!hasModel(deps)) return null
  const { workspace_id, app_id, created_by: user_id, input } = session
  const { business_name, business_description, landing_page, language } = input
  const answer = await askModel(deps, {
    feature: 'ads.generate_assets',
    usedBy: { workspace_id, app_id, user_id },
    task: [
      `Write texts for an advertising campaign of the business, in ${nameOf(language)}.`,
      `15 headlines of at most ${LONGEST_TEXT.HEADLINE} characters, one of them at most 15;`,
      `5 long headlines of at most ${LONGEST_TEXT.LONG_HEADLINE} characters;`,
      `5 descriptions of at most ${LONGEST_TEXT.DESCRIPTION} characters, one of them at most 60.`,
      'Claim nothing that the business does not say; no trademark of others, no exclamation marks.',
      'The address of its website is context; you cannot open it.',
    ].join(' '),
    about: { business_name, business_description, landing_page: landing_page ?? '' },
    schema: ANSWER,
    timeoutMs: LONGEST_MS,
  })
  if (!answer) return null
  const { headlines, long_headlines, descriptions } = answer
  return { HEADLINE: headlines, LONG_HEADLINE: long_headlines, DESCRIPTION: descriptions, BUSINESS_NAME: [] }
}

const Texts = Type.Array(Type.String(), { maxItems: 50 })
const ANSWER = Type.Object({ headlines: Texts, long_headlines: Texts, descriptions: Texts })
