/** What the schema of SARIF 2.1.0 demands of the parts that are used here; nothing else may be in them. */
import { FINDING_GROUPS, type ScanResult } from '@atrium/contract/scan-findings'
import { type TProperties, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { sarifOf } from './sarif.ts'
import type { IgnoredRow } from './tables.ts'
import { makeFinding, makeResult } from './test/scan-scene.ts'

const Exact = (properties: TProperties) => Type.Object(properties, { additionalProperties: false })
const AtLeast1 = Type.Integer({ minimum: 1 })
const Words = Exact({ text: Type.String({ minLength: 1 }) })
const Bag = Type.Object({})
const ListOf = (item: TSchema) => Type.Array(item)
const Uri = Type.String({ pattern: "^[A-Za-z0-9._~:/?#\\[\\]@!$&'()*+,;=%-]+$" })
const Level = Type.Enum(['none', 'note', 'warning', 'error'])

const Rule = Exact({
  id: Type.String({ minLength: 1 }),
  name: Type.String(),
  shortDescription: Words,
  help: Words,
  helpUri: Type.Optional(Uri),
  defaultConfiguration: Exact({ level: Level }),
  properties: Type.Object({
    'security-severity': Type.String({ pattern: '^(10|[0-9])\\.[0-9]$' }),
    tags: Type.Array(Type.String(), { uniqueItems: true }),
  }),
})
const Location = Exact({
  physicalLocation: Exact({
    artifactLocation: Exact({ uri: Uri }),
    region: Type.Optional(
      Exact({
        startLine: AtLeast1,
        startColumn: Type.Optional(AtLeast1),
        endLine: Type.Optional(AtLeast1),
        endColumn: Type.Optional(AtLeast1),
      }),
    ),
  }),
  logicalLocations: Type.Optional(
    ListOf(Exact({ name: Type.String(), fullyQualifiedName: Type.String(), kind: Type.String() })),
  ),
})
const Result = Exact({
  ruleId: Type.String(),
  ruleIndex: Type.Integer({ minimum: 0 }),
  level: Level,
  message: Words,
  locations: Type.Array(Location, { minItems: 1 }),
  partialFingerprints: Type.Record(Type.String(), Type.String()),
  suppressions: ListOf(
    Exact({
      kind: Type.Enum(['inSource', 'external']),
      status: Type.Enum(['accepted', 'underReview', 'rejected']),
      justification: Type.Optional(Type.String()),
      properties: Bag,
    }),
  ),
  properties: Bag,
})
const Sarif = Exact({
  $schema: Type.Literal('https://json.schemastore.org/sarif-2.1.0.json'),
  version: Type.Literal('2.1.0'),
  runs: ListOf(
    Exact({
      tool: Exact({
        driver: Exact({
          name: Type.String({ minLength: 1 }),
          version: Type.String(),
          rules: Type.Array(Rule, { uniqueItems: true }),
        }),
      }),
      automationDetails: Exact({ id: Type.String() }),
      columnKind: Type.Enum(['utf16CodeUnits', 'unicodeCodePoints']),
      invocations: ListOf(Exact({ executionSuccessful: Type.Boolean(), endTimeUtc: Type.String() })),
      results: ListOf(Result),
      properties: Bag,
    }),
  ),
})

const OF = { app_id: 'app_1', scanner_version: '1' }
function runOf(result: ScanResult, ignored: readonly IgnoredRow[] = []) {
  const sarif = sarifOf({ ...OF, result, ignored })
  expect([...Value.Errors(Sarif, JSON.parse(JSON.stringify(sarif)))]).toEqual([])
  const [run] = sarif.runs
  if (!run) throw new Error('there is a run')
  return run
}

const ONE_EACH = makeResult(Object.fromEntries(FINDING_GROUPS.map((group) => [group, [makeFinding(group)]])))

test('a scan without findings is one', () => {
  expect(runOf(makeResult())).toMatchObject({ tool: { driver: { rules: [] } }, results: [] })
})

test('every group stands somewhere', () => {
  const { results } = runOf(ONE_EACH)
  const places = results.map(({ locations: [place] }) => [
    place?.physicalLocation.artifactLocation.uri,
    place?.physicalLocation.region,
    place?.logicalLocations?.[0]?.fullyQualifiedName,
  ])
  expect(places).toEqual([
    ['entities/Order.json', { startLine: 1 }, 'entities/Order'],
    ['src/pay.ts', { startLine: 3, startColumn: 7 }, undefined],
    ['functions/pay.ts', { startLine: 9 }, 'functions/pay'],
    ['package.json', { startLine: 1 }, 'qs@6.5.0'],
    ['src/app.tsx', { startLine: 4, startColumn: 2, endLine: 4, endColumn: 20 }, undefined],
    ['https://shop.example.com/', undefined, 'headers/Content-Security-Policy'],
  ])
  for (const { partialFingerprints, suppressions } of results) {
    expect(Object.values(partialFingerprints)).toEqual(Array(2).fill(expect.stringMatching(/^[0-9a-f]{40}$/)))
    expect(suppressions).toEqual([])
  }
})

test.each([
  ['critical', 'error', '9.5'],
  ['high', 'error', '8.0'],
  ['medium', 'warning', '5.5'],
  ['low', 'note', '2.0'],
  ['info', 'note', '0.0'],
] as const)('%s is %s with %s', (severity, level, score) => {
  const { results, tool } = runOf(
    makeResult({ backend_functions: [makeFinding('backend_functions', { severity })] }),
  )
  expect(results).toMatchObject([{ level, properties: { 'security-severity': score } }])
  expect(tool.driver.rules).toMatchObject([
    { defaultConfiguration: { level }, properties: { 'security-severity': score } },
  ])
})

test('a rule is there once, with the worst of its findings and words that fit all of them', () => {
  const { results, tool } = runOf(
    makeResult({
      rls_recommendations: [
        makeFinding('rls_recommendations', { rule_id: 'rls_missing', title: 'Of A', severity: 'low' }),
        makeFinding('rls_recommendations', { rule_id: 'rls_missing', title: 'Of B', severity: 'critical' }),
        makeFinding('rls_recommendations', { rule_id: 'rls_always_true', title: 'Of C.' }),
      ],
    }),
  )
  expect(tool.driver.rules).toMatchObject([
    {
      id: 'rls_missing',
      name: 'RlsMissing',
      shortDescription: { text: 'Entity rule: rls missing' },
      help: { text: 'Do it in another way.\nhttps://example.com/rules' },
      helpUri: 'https://example.com/rules',
      properties: { 'security-severity': '9.5', tags: ['security', 'external/cwe/cwe-862'] },
    },
    { id: 'rls_always_true', shortDescription: { text: 'Of C.' } },
  ])
  expect(results.map(({ ruleId, ruleIndex }) => [ruleId, ruleIndex])).toEqual([
    ['rls_missing', 0],
    ['rls_missing', 0],
    ['rls_always_true', 1],
  ])
  expect(results[2]?.message.text).toBe('Of C. Somebody could use this.')
})

test('what is ignored is suppressed, with the reason', () => {
  const [{ fingerprint } = { fingerprint: '' }] = ONE_EACH.hardcoded_secrets
  const row: IgnoredRow = {
    app_id: 'app_1',
    fingerprint,
    finding_type: 'secret',
    file_path: null,
    title: null,
    reason: 'used_in_tests',
    comment: 'See [here](https://evil.example)',
    expires_at: new Date('2030-01-01T00:00:00Z'),
    ignored_by: 'ada@example.com',
    created_date: new Date(),
  }
  const said = (ignored: IgnoredRow) =>
    runOf(ONE_EACH, [ignored]).results.flatMap(({ suppressions }) => suppressions)
  expect(said(row)).toEqual([
    {
      kind: 'external',
      status: 'accepted',
      justification: 'Used in tests: See [here] (https://evil.example)',
      properties: { ignored_by: 'ada@example.com', expires_at: '2030-01-01T00:00:00.000Z' },
    },
  ])
  expect(said({ ...row, reason: null, comment: null })[0]).not.toHaveProperty('justification')
  expect(said({ ...row, fingerprint: 'of another' })).toEqual([])
})

test('no value and no snippet is in it', () => {
  const hidden = ['masked-1', 'snippet-2', 'snippet-3', 'value-4', 'user-5', 'token-6', 'rule-7']
  const text = JSON.stringify(
    runOf(
      makeResult({
        rls_recommendations: [makeFinding('rls_recommendations', { current_rule: 'rule-7' })],
        hardcoded_secrets: [makeFinding('hardcoded_secrets', { masked_value: 'masked-1' })],
        backend_functions: [makeFinding('backend_functions', { snippet: 'snippet-2' })],
        static_code_findings: [makeFinding('static_code_findings', { snippet: 'snippet-3' })],
        header_recommendations: [
          makeFinding('header_recommendations', {
            current_value: 'value-4',
            url: 'https://user-5:secret@shop.example.com/a?token=token-6#token-6',
          }),
        ],
      }),
    ),
  )
  for (const value of hidden) expect(text).not.toContain(value)
  expect(text).toContain('https://shop.example.com/a"')
})

describe('hostile findings', () => {
  test.each([
    ['../../etc/passwd', 'etc/passwd'],
    ['/abs/./x.ts', 'abs/x.ts'],
    ['a b/ü#?.ts', 'a%20b/%C3%BC%23%3F.ts'],
    ['javascript:alert(1)', 'javascript%3Aalert(1)'],
    ['bad \ud800.ts', 'bad%20%EF%BF%BD.ts'],
    ['//evil.example/x', 'evil.example/x'],
    ['..', '.'],
  ])('%j stands at %j', (file_path, uri) => {
    const { results } = runOf(
      makeResult({
        hardcoded_secrets: [makeFinding('hardcoded_secrets', { file_path, line: 0, column: -5 })],
      }),
    )
    expect(results[0]?.locations[0]?.physicalLocation).toEqual({
      artifactLocation: { uri },
      region: { startLine: 1, startColumn: 1 },
    })
  })

  test('make no links, and their places are places', () => {
    const place = { start_line: 7, start_column: 9, end_line: 2, end_column: 0 }
    const { results, tool } = runOf(
      makeResult({
        static_code_findings: [
          makeFinding('static_code_findings', {
            ...place,
            title: 'a [b](https://evil.example) \0\ud800',
            description: '',
            recommendation: '',
            references: ['javascript:alert(1)', 'http://a'],
          }),
          makeFinding('static_code_findings', { ...place, rule_id: '__proto__', title: '', description: '' }),
        ],
        header_recommendations: [makeFinding('header_recommendations', { url: 'no address' })],
      }),
    )
    expect(results[0]?.message.text).toBe('a [b] (https://evil.example) \ufffd.')
    expect(results[0]?.locations[0]?.physicalLocation.region).toEqual({
      startLine: 7,
      startColumn: 9,
      endLine: 7,
      endColumn: 9,
    })
    expect(tool.driver.rules[0]).not.toHaveProperty('helpUri')
    expect(results[1]).toMatchObject({ ruleId: '__proto__', ruleIndex: 1 })
    expect(results[2]?.locations[0]?.physicalLocation.artifactLocation.uri).toBe('no%20address')
  })
})
