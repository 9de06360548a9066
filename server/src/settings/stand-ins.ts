import type { StandIns } from '@atrium/contract/workspaces'
import type { Config } from './config.ts'

type Chosen = Pick<Config, 'google_ads' | 'language_model' | 'llm_base_url' | 'mail' | 'stripe'>

/** What the settings leave to this server itself, for those who must not take it for the real thing. */
export function standInsOf({ google_ads, language_model, llm_base_url, mail, stripe }: Chosen): StandIns {
  return {
    advertising: google_ads === null ? 'sandbox' : 'connected',
    language_model: modelOf(language_model ?? (llm_base_url === null ? 'offline' : 'connected')),
    mail: mail === 'outbox' ? 'outbox' : 'connected',
    payments: stripe === null ? 'sandbox' : 'connected',
  }
}

function modelOf(kind: string): StandIns['language_model'] {
  return kind === 'offline' || kind === 'none' ? kind : 'connected'
}
