/** `atrium scan` against a stand-in: what a scan finds is the business of the server's own tests. */
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { cli } from '../../test/run-cli.ts'
import { type Answering, refusal, startStandIn } from '../../test/stand-in.ts'

const finding = (fingerprint: string, severity: string) => ({
  ...{ fingerprint, severity, rule_id: 'generic_secret', confidence: 'high', references: [], cwe: [] },
  ...{ title: `Key \x1b[2J ${fingerprint}`, description: 'It is readable.', recommendation: 'Move it.' },
  ...{ secret_type: 'key', file_path: 'src/pay.js', line: 3, column: 9, masked_value: 'sk_t…9f' },
  exposure: 'frontend',
})
const RESULT = {
  analysis_summary: 'Packages were not checked: no advisories.',
  rls_recommendations: [],
  hardcoded_secrets: [finding('a1', 'medium'), finding('b2', 'high'), finding('c3', 'critical')],
  backend_functions: [],
  dependency_vulnerabilities: [],
  static_code_findings: [],
  header_recommendations: [],
  core_integration_recommendation: 'none',
  scanned_at: '2026-11-16T09:30:00.000Z',
}
const scan = (status: string, more: object = {}): Answering => ({
  body: {
    ...{ status, result: RESULT, static_code_enabled: true, ignored_fingerprints: ['c3'] },
    ...{ progress: null, error: null, ...more },
  },
})
const run = async (flags: string, ...replies: [Answering, ...Answering[]]) => {
  const { url, received } = await startStandIn(...replies)
  const ended = await cli(`scan app_1 ${flags} --url ${url} --token pat_1`)
  return { ...ended, asked: received.map(({ method, path }) => `${method} ${path}`) }
}
const STARTED = { body: { status: 'pending' } }
const AT = '/api/apps/app_1/security/scan'

test('runs a scan, follows it, and lists what is open from the worst on, without control characters', async () => {
  const progress = { stage: 'hardcoded_secrets', done: 2, total: 4 }
  const { code, stdout, stderr, asked } = await run(
    '--output table',
    STARTED,
    scan('scanning', { progress }),
    scan('up_to_date'),
  )
  expect([code, asked]).toEqual([0, [`POST ${AT}`, `GET ${AT}`, `GET ${AT}`]])
  expect(stderr).toBe('Scanning hardcoded_secrets … 50 %\n')
  expect(stdout.split('\n')).toEqual([
    'high      src/pay.js:3:9  Key \\u001b[2J b2 (generic_secret)',
    'medium    src/pay.js:3:9  Key \\u001b[2J a1 (generic_secret)',
    '1 high, 1 medium; 1 ignored.',
    'Packages were not checked: no advisories.',
    '',
  ])
})

test.each([
  ['critical', 0],
  ['high', 1],
  ['low', 1],
])('--fail-on %s ends with %i: what is ignored does not count', async (level, expected) => {
  const { code, stdout } = await run(`--fail-on ${level} --json`, STARTED, scan('up_to_date'))
  expect(code).toBe(expected)
  expect(JSON.parse(stdout)).toMatchObject({
    counts: { critical: 0, high: 1, medium: 1 },
    ignored_count: 1,
    findings: [{ group: 'hardcoded_secrets', fingerprint: 'b2', masked_value: 'sk_t…9f' }, {}],
  })
})

test('ends with 2 when the scan failed, was never run, or the server refuses', async () => {
  const failed = await run('--fail-on high', STARTED, scan('scan_failed', { error: 'It took too long.' }))
  expect([failed.code, failed.stdout, failed.stderr]).toEqual([2, '', 'atrium: It took too long.\n'])
  const never = await run('--no-run', scan('none', { result: null }))
  expect(never).toMatchObject({ code: 2, asked: [`GET ${AT}`] })
  expect(never.stderr).toContain('never scanned')
  expect(await run('', refusal(404, 'app_not_found'))).toMatchObject({ code: 2 })
  expect((await cli('scan app_1 --fail-on severe')).stderr).toContain('--fail-on is one of')
})

test('--no-run shows the latest scan and says when it is out of date', async () => {
  const { code, stdout, asked } = await run('--no-run --output table', scan('out_of_date'))
  expect([code, asked]).toEqual([0, [`GET ${AT}`]])
  expect(stdout).toContain('The app changed since it was scanned')
})

test('writes SARIF into a file, also when it ends with 1', async () => {
  const folder = join(tmpdir(), `atrium-sarif-${process.pid}`)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const sarif = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [] }
  const file = join(folder, 'out', 'scan.sarif')
  const ended = await run(`--sarif ${file} --fail-on high`, STARTED, scan('up_to_date'), { body: sarif })
  expect([ended.code, ended.asked.at(-1)]).toEqual([1, `GET ${AT}/sarif`])
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(sarif)
  expect(ended.stderr).toContain('atrium: 1 open at high or above.')
})

test('stands in the help', async () => {
  const { stdout } = await cli('scan --help')
  for (const text of ['--fail-on <critical|high|medium|low>', '--sarif', '--no-run'])
    expect(stdout).toContain(text)
  expect((await cli('scam app_1')).stderr).toContain('Did you mean scan')
})
