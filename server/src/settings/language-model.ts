import type { ModelPrices } from '../ports/language-model/port.ts'
import { ConfigError } from './config-error.ts'

export const languageModelSettings = {
  LANGUAGE_MODEL: {
    default: 'offline',
    meaning: '`offline` (rules, and says so), `openai-compatible` or `none`',
  },
  LLM_BASE_URL: {
    default: '',
    meaning: 'Address of a model with the usual API; selects `openai-compatible`',
  },
  LLM_MODEL: { default: '', meaning: 'Name of the model to ask there' },
  LLM_API_KEY: { default: '', meaning: 'Key for that server, if it wants one' },
  LLM_PRICES: {
    default: 'input=0,output=0',
    meaning:
      'What a million tokens cost there, such as `input=0.15,output=0.6`, in any currency; counted for each workspace, and limited by QUOTAS',
  },
} as const

export interface LanguageModelSettings {
  language_model: string | null
  llm_base_url: string | null
  llm_model: string | null
  llm_api_key: string | null
  llm_prices: ModelPrices
}

const LANGUAGE_MODELS = ['offline', 'openai-compatible', 'none']

export function readLanguageModelSettings(
  read: (name: keyof typeof languageModelSettings) => string | null,
): LanguageModelSettings {
  const language_model = read('LANGUAGE_MODEL')
  const address = read('LLM_BASE_URL')
  const llm_model = read('LLM_MODEL')
  if (language_model !== null && !LANGUAGE_MODELS.includes(language_model)) {
    const known = LANGUAGE_MODELS.join(', ')
    throw new ConfigError(`LANGUAGE_MODEL=${language_model} is not known; use one of ${known}.`)
  }
  const llm_base_url = modelUrl(address)
  const isWanted = language_model === 'openai-compatible' || (language_model === null && address !== null)
  if (isWanted && (address === null || llm_model === null)) {
    throw new ConfigError('LANGUAGE_MODEL=openai-compatible needs LLM_BASE_URL and LLM_MODEL.')
  }
  const llm_prices = prices(read('LLM_PRICES'))
  return { language_model, llm_base_url, llm_model, llm_api_key: read('LLM_API_KEY'), llm_prices }
}

function modelUrl(text: string | null): string | null {
  if (text === null) return null
  const parsed = URL.parse(text)
  // Never repeated: it may hold a password, which belongs into LLM_API_KEY.
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.password !== '') {
    throw new ConfigError('LLM_BASE_URL is not an http or https address without a name or password in it.')
  }
  return text.replace(/\/+$/, '')
}

function prices(text: string | null): ModelPrices {
  const read = { input: 0, output: 0 }
  for (const pair of (text ?? '').split(',').filter((part) => part.trim() !== '')) {
    const [name = '', price = ''] = pair.split('=').map((part) => part.trim())
    if (!Object.hasOwn(read, name) || !/^\d{1,6}(\.\d{1,6})?$/.test(price)) {
      throw new ConfigError(`LLM_PRICES=${pair} is not a price such as input=0.15.`)
    }
    Object.assign(read, { [name]: Number(price) })
  }
  return read
}
