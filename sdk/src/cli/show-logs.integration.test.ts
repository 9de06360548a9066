import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { useFunctions } from '../../../server/src/modules/functions/test/function-scene.ts'
import { eventually } from '../../test/eventually.ts'
import { cli, emptyHome } from '../../test/run-cli.ts'
import { runCli } from './run.ts'

const scene = useFunctions()
const SINCE = Date.parse('2026-01-01T09:00:00.000Z')
/** So many are shown where nobody says since when. */
const SHOWN = 100

/** As if a function had written it so long after the moment. */
async function write(message: string, ms: number) {
  const { app, shop } = scene
  await app.sql`insert into function_logs (id, app_id, function_name, deployment_id, level, message, time)
    values (${`flg_${shop.id}_${message}`}, ${shop.id}, 'talk', 'dep_1', 'info', ${message},
      ${new Date(SINCE + ms).toISOString()})`
}

async function follow(line: string) {
  const written: string[] = []
  let interrupt = () => {}
  const ended = runCli(line.split(' ').filter(Boolean), {
    stdout: { write: (text) => written.push(String(text)) },
    stderr: { write: () => {} },
    stdin: new PassThrough(),
    env: {
      ...(await emptyHome()),
      ...{ ATRIUM_URL: scene.app.baseUrl, ATRIUM_TOKEN: scene.owner.token, ATRIUM_APP: scene.shop.id },
    },
    onInterrupt: (stop) => {
      interrupt = () => stop(130)
    },
  })
  onTestFinished(async () => {
    interrupt()
    await ended
  })
  return (): string[] =>
    written
      .join('')
      .split('\n')
      .filter(Boolean)
      .map((each) => JSON.parse(each).message)
}

test('logs since a moment are all shown, however many pages they fill, the last one too', async () => {
  await scene.deploy('talk')
  const { app, shop } = scene
  for (const [from, to] of [
    [1, 1_000],
    [1_001, 2_500],
  ]) {
    await app.sql`insert into function_logs (id, app_id, function_name, deployment_id, level, message, time)
      select 'flg_' || ${shop.id} || n, ${shop.id}, 'talk', 'dep_1', 'info', n::text,
             ${new Date(SINCE).toISOString()}::timestamptz + n * interval '1 millisecond'
        from generate_series(${from}::int, ${to}::int) as n`
    const env = { ATRIUM_URL: app.baseUrl, ATRIUM_TOKEN: scene.owner.token, ATRIUM_APP: shop.id }
    const { stdout } = await cli(`logs talk --since ${new Date(SINCE).toISOString()}`, { env })
    const shown = stdout
      .trim()
      .split('\n')
      .map((line) => Number(JSON.parse(line).message))
    expect(shown).toEqual(Array.from({ length: Number(to) }, (_, n) => n + 1))
  }
})

test.each([
  ['the moment that was given', `--since ${new Date(SINCE).toISOString()}`],
  ['the first line shown', ''],
])('logs that are followed never show what is older than %s', { tags: 'slow' }, async (_, flag) => {
  await scene.deploy('talk')
  await write('older', -1)
  const first = Array.from({ length: SHOWN }, (_, n) => `line ${n}`)
  for (const [n, message] of first.entries()) await write(message, n)
  const shown = await follow(`logs talk -f ${flag}`)
  await eventually(() => expect(shown()).toEqual(first))
  await write('next', 1_000)
  await eventually(() => expect(shown()).toContain('next'))
  // As other nodes write them whose batches took longer.
  await write('older and late', -2)
  await write('late', 500)
  await eventually(() => expect(shown()).toContain('late'))
  expect(shown()).toEqual([...first, 'next', 'late'])
})
