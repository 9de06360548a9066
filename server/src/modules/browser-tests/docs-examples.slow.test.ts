/** The examples of docs/tests.md and the tests of the demo, carried out on its shop in a real browser, without a model. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { SentStep } from '@atrium/contract/flow-steps'
import { expect, test } from 'vitest'
import { useStarted } from '../../../test/use-started.ts'
import { demoSites, demoTests } from '../../demo/index.ts'
import { createLog } from '../../platform/log.ts'
import { chooseBrowsers } from '../../ports/browser/choose.ts'
import { createOutboundHttp } from '../../ports/outbound-http/guarded.ts'
import { checkSteps } from './steps/check-steps.ts'
import { performStep } from './steps/perform-step.ts'
import { createRuleReader } from './steps/plain-english/rule-reader.ts'

const text = await readFile(new URL('../../../../docs/tests.md', import.meta.url), 'utf8')
const flows = [...text.matchAll(/^```json\n(.*?)^```$/gms)].map(([, json = '']) => JSON.parse(json))
const table = text.slice(text.indexOf('\n## Steps in words'), text.indexOf('\n## Exact steps'))
const sentences = [...table.matchAll(/^\| [a-z ]+ \| (`.+`) \|$/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, sentence = '']) => sentence),
)
const [buying, signingIn, counting] = demoTests(new Date()).flows

const shop = useStarted(openShop)

test.each([...flows, buying, signingIn].map((flow) => [flow.name, flow.steps]))(
  'the steps of “%s” pass',
  async (_, sent: SentStep[]) => {
    expect(await carryOut(sent)).toBeNull()
  },
  60_000,
)

test('the test of the demo that is said to fail does so at its last step', async () => {
  expect(await carryOut(counting?.steps ?? [])).toEqual({
    step: 'The total is € 480',
    code: 'assertion_failed',
  })
}, 60_000)

test('there are sentences for everything that can be said', () => {
  expect(sentences.length).toBeGreaterThanOrEqual(20)
})

test.each(sentences)(
  '“%s” is understood',
  async (instruction) => {
    const visit = await shop.visit(pageFor(instruction))
    const [step] = checkSteps([{ instruction }], [])
    if (!step) throw new Error('no step')
    const { status, error, resolved_by } = await performStep(visit, step)
    expect(resolved_by).toBe('rules')
    // Nobody answers there, and nobody is asked.
    if (instruction.includes('https://')) expect(error?.code).toBe('host_not_allowed')
    else expect({ status, error }).toEqual({ status: 'passed', error: null })
  },
  60_000,
)

/** The first step that fails; null when all pass. */
async function carryOut(sent: readonly SentStep[]) {
  const visit = await shop.visit('')
  for (const step of checkSteps(sent, [])) {
    const { error } = await performStep(visit, step)
    if (error) return { step: step.instruction, code: error.code }
  }
  return null
}

function pageFor(sentence: string): string {
  if (/Email/.test(sentence)) return 'sign-in.html'
  return /deliver|present|drawing|total|empty|cart\.html/i.test(sentence)
    ? 'cart.html?cart=pine-table*1&wrap=yes'
    : ''
}

/** The shop at the top of an origin, and one browser for all. */
async function openShop() {
  const files: Record<string, string> = demoSites(new Date())[0]?.revisions.at(-1)?.files ?? {}
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '', 'http://shop').pathname.slice(1) || 'index.html'
    const type = { html: 'text/html', js: 'text/javascript', css: 'text/css' }[name.split('.').at(-1) ?? '']
    response.writeHead(name in files ? 200 : 404, {
      'content-type': `${type ?? 'text/plain'}; charset=utf-8`,
    })
    response.end(files[name])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const sockets = createOutboundHttp({ allow: [], caFile: null })
  const browsers = chooseBrowsers({
    path: process.env.BROWSER_PATH ?? null,
    ...{ most: 1, log: createLog('silent'), sockets },
  })
  const { signal } = new AbortController()
  const session = await browsers.open({
    ...{ hosts: [], ownOrigins: [origin], authorization: null, secrets: [], signal },
  })
  return {
    async visit(page: string) {
      await session.goto(`${origin}/${page}`, 20_000)
      return {
        ...{
          session,
          reader: createRuleReader(),
          startUrl: `${origin}/`,
          base: '',
          goal: '',
          values: new Map<string, string>(),
        },
        ...{
          secrets: [],
          usedBy: { workspace_id: 'ws', app_id: 'app', user_id: null },
          cached: null,
          signal,
        },
      }
    },
    async stop() {
      await browsers.close()
      await sockets.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
