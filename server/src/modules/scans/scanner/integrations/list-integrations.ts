import type { ScannedFile } from '../snapshot.ts'

/** The built-in integrations that clients call by these names. */
export const INTEGRATIONS = [
  'InvokeLLM',
  'SendEmail',
  'UploadFile',
  'UploadPrivateFile',
  'CreateFileSignedUrl',
  'ExtractDataFromUploadedFile',
  'GenerateImage',
] as const
export type Integration = (typeof INTEGRATIONS)[number]

export interface IntegrationNames {
  names: Integration[]
  /** Whether one is called whose name does not stand there. */
  is_open: boolean
}

const NAMES = new RegExp(`(?<![\\w$])(?:${INTEGRATIONS.join('|')})(?![\\w$])`, 'g')
/** The names of the SDK for the same. */
const OF_SDK: Record<string, Integration> = {
  invoke_llm: 'InvokeLLM',
  send_email: 'SendEmail',
  upload_file: 'UploadFile',
  upload_private_file: 'UploadPrivateFile',
  create_file_signed_url: 'CreateFileSignedUrl',
  extract_data: 'ExtractDataFromUploadedFile',
  generate_image: 'GenerateImage',
}
const SDK_NAMES = new RegExp(
  `\\bintegrations\\s*\\??\\.\\s*(${Object.keys(OF_SDK).join('|')})(?![\\w$])`,
  'g',
)
const OPEN =
  /\bintegrations\s*\??\.?\s*(?:Core\s*\??\.?\s*)?\[(?!\s*['"])|integration-endpoints\/Core\/(?:\$\{|['"`]\s*\+)/

/** Which integrations the code of one file names. A name in a comment counts: it only makes a recommendation careful. */
export async function listIntegrations({ text }: ScannedFile): Promise<IntegrationNames> {
  const named = [...text.matchAll(NAMES)].map(([name]) => name as Integration)
  const ofSdk = [...text.matchAll(SDK_NAMES)].map(([, name = '']) => OF_SDK[name] as Integration)
  const found = new Set([...named, ...ofSdk])
  return { names: INTEGRATIONS.filter((name) => found.has(name)), is_open: OPEN.test(text) }
}
