/** The TypeScript examples of the docs as modules: what they take for given comes from a context. */
import { readdirSync, readFileSync } from 'node:fs'
import * as sdk from '../src/published.ts'

export interface Example {
  /** File and number: `entities-2`. */
  name: string
  code: string
  /** Marked by `ts fragment`: it is compiled, but needs what `FRAGMENTS` names to run. */
  isFragment: boolean
}

const BROWSER = 'leads a page elsewhere, and there is none on Node; login-page.test.ts follows it'
const APPROVAL = 'waits for a person who approves at another service; connectors.test.ts approves'
const REPOSITORY = 'needs a repository at another service; connect-repository.test.ts has stand-ins'
const SESSION = 'needs a connected repository and somebody who codes; coding.test.ts has both'
const RUN =
  'needs a run that has come to that place; cli/workflows.test.ts and the tests of runs lead one there'
const FINDING = 'needs the finding of a scan; the tests of server/src/modules/scans make some'

/** Why these are not run. */
export const FRAGMENTS: Readonly<Record<string, string>> = {
  'app-users-3': BROWSER,
  'sign-in-1': BROWSER,
  'coding-sessions-1': SESSION,
  'sdk-and-cli-14': SESSION,
  'connectors-1': APPROVAL,
  'sdk-and-cli-10': APPROVAL,
  'failed-runs-1': RUN,
  'workflows-1': RUN,
  'repositories-1': REPOSITORY,
  'repositories-2': REPOSITORY,
  'scans-2': FINDING,
  'scans-3': FINDING,
  'sdk-and-cli-13': 'needs a page at the address that it names; test-runs.test.ts has one',
}

const DOCS = new URL('../../docs/', import.meta.url)

/** Those that use the SDK, of all guides. */
export function docExamples(): Example[] {
  return readdirSync(DOCS)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .flatMap((file) => examplesIn(file.replace('.md', ''), readFileSync(new URL(file, DOCS), 'utf8')))
}

function examplesIn(file: string, text: string): Example[] {
  return [...text.matchAll(/^```ts( fragment)?\n([\s\S]*?)^```/gm)].flatMap(([, mark, code = ''], index) =>
    /@atrium\/sdk|\bclient\.|\bapp\.\w+\.|socket\.io-client/.test(code)
      ? [{ name: `${file}-${index + 1}`, code, isFragment: mark !== undefined }]
      : [],
  )
}

/** As a module for this server and app. */
export function moduleOf(code: string, { baseUrl, app_id }: { baseUrl: string; app_id: string }): string {
  const here = code
    .replaceAll(/https?:\/\/(127\.0\.0\.1:8787|atrium\.example\.com)/g, baseUrl)
    .replaceAll(/app_06bc…|APP_ID/g, app_id)
    // Mailed by a line of the example itself, so it is read only there.
    .replaceAll(/\botp_code }/g, 'otp_code: await otp_code() }')
    .replaceAll('MagicLink(link_token)', 'MagicLink(await link_token())')
    .replaceAll("'./entities.ts'", "'../entities.ts'")
  const imports: string[] = [...(here.match(/^import .*$/gm) ?? [])]
  const body = here.replaceAll(/^import .*$/gm, '')
  const used = Object.keys(sdk).filter(
    (name) =>
      new RegExp(`\\b${name}\\b`).test(body) &&
      !imports.some((line) => new RegExp(`\\b${name}\\b`).test(line)),
  )
  if (used.length > 0) imports.push(`import { ${used.join(', ')} } from '@atrium/sdk'`)
  if (/^export /m.test(body)) return [...imports, body].join('\n')
  const free = GIVEN.filter((name) => new RegExp(`(?<![.\\w])${name}\\b`).test(body))
  return [
    ...imports,
    "import type { Context } from '../context.ts'",
    'export async function run(context: Context & { id: string }): Promise<unknown> {',
    `const { ${free.join(', ')} } = context`,
    `{\n${body}\n}`,
    'return undefined',
    '}',
  ].join('\n')
}

/** The names that `package/context.ts` gives. */
const GIVEN = [
  'baseUrl token app_id agent_id folder_id parent_folder_id email client app Task show showAll password otp_code file',
  'form cart signal flow_id workflow_id run_id execution_id fingerprint fingerprints prompt title ask secret request next',
  'draft client_id client_secret access_token content json_schema name goal steps id link_token isSignedIn',
].flatMap((line) => line.split(' '))
