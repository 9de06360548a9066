/** What a browser sees of the machine, where bubblewrap can be had. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, type TestContext, test } from 'vitest'
import { collectedLog } from '../../../test/collected-log.ts'
import { descendantsOf } from '../../../test/descendants.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { commandLine } from '../../platform/database/living-process.ts'
import { createOutboundHttp } from '../outbound-http/guarded.ts'
import { createChromium } from './chromium.ts'
import { findBrowser } from './find-browser.ts'
import { makeSessionFolder } from './session-folders.ts'
import { startTestBrowsers } from './test/browser-session.ts'
import { findWall } from './wall.ts'

const folder = useFolder()

/** A program in the place of the browser: what it prints. */
async function behindWall({ skip }: TestContext, program: string, ...words: string[]): Promise<string> {
  const wall = await findWall(program, folder, 'bubblewrap')
  skip(wall.kind !== 'bubblewrap', 'bubblewrap is not there, or may not make namespaces')
  const started = await wall.prepare(await makeSessionFolder(folder))
  const run = promisify(execFile)(started, words, { env: { PATH: '/usr/bin:/bin' } })
  return (await run.catch(({ stderr }) => ({ stdout: `failed: ${stderr}` }))).stdout
}

test('files of the machine and of other sessions are not there', async (context) => {
  const other = join(await makeSessionFolder(folder), 'profile', 'cookies')
  writeFileSync(other, 'of another session')
  for (const file of ['/etc/passwd', import.meta.filename, other])
    expect(await behindWall(context, '/bin/cat', file), file).toMatch(/^failed: .*No such file/)
  expect(await behindWall(context, '/bin/cat', '/etc/ld.so.cache')).not.toContain('failed')
})

test('nothing can be written but in the folder of the session, and no other process is seen', async (context) => {
  expect(await behindWall(context, '/usr/bin/touch', '/usr/bin/written')).toMatch(/Read-only/)
  expect(await behindWall(context, '/usr/bin/touch', '/written')).toMatch(/Read-only/)
  expect(await behindWall(context, '/bin/cat', `/proc/${process.pid}/environ`)).toMatch(/No such file/)
  const setting = '/proc/sys/vm/swappiness'
  expect(await behindWall(context, '/bin/dd', `if=${setting}`, `of=${setting}`)).toMatch(
    /Read-only|Permission denied/,
  )
})

test('pages have the sandbox of the browser around them too, or the log says that they have not', async () => {
  const browsers = await startTestBrowsers(1)
  onTestFinished(() => browsers.close())
  const session = await browsers.session()
  const pages = descendantsOf(session.pid ?? 0).filter((pid) => commandLine(pid).includes('--type=renderer'))
  expect(pages.length).toBeGreaterThan(0)
  // 2: the system lets it do no more than what it was left.
  const isHeld = pages.every((pid) => /^Seccomp:\s*2$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')))
  expect(isHeld || /bubblewrap/.test(browsers.log.text())).toBe(true)
})

test('a start that fails for another reason never takes the sandbox away', async () => {
  const { path: browser } = findBrowser(process.env.BROWSER_PATH ?? null)
  if (browser === null) throw new Error('these tests need a browser')
  const folderOfProgram = mkdtempSync(join(folder, 'program-'))
  const [program, busy] = [join(folderOfProgram, 'browser'), join(folderOfProgram, 'busy')]
  const fault = 'fork: Resource temporarily unavailable'
  // On a busy machine the first start failed, and the second one, which asks for less, came up.
  const script = `case "$*" in *--no-sandbox*|--version) ;; *) [ -e ${busy} ] && { echo '${fault}' >&2; exit 1; } ;; esac`
  writeFileSync(program, `#!/bin/sh\n${script}\nexec ${browser} "$@"\n`, { mode: 0o755 })
  const log = collectedLog()
  const sockets = createOutboundHttp({ allow: [], caFile: null })
  const browsers = createChromium({ path: program, most: 1, log, sockets, parentFolder: folder })
  onTestFinished(async () => {
    await browsers.close()
    await sockets.close()
  })
  const open = () =>
    browsers.open({
      ...{ hosts: [], ownOrigins: [], authorization: null, secrets: [] },
      signal: new AbortController().signal,
    })
  writeFileSync(busy, '')
  const isWalled = await open().then(
    async (session) => {
      await session.close({ wantTrace: false })
      return false
    },
    (error: Error) => error.message.includes(fault),
  )
  // Without bubblewrap root has no sandbox to lose, and the log said so before the start.
  expect(isWalled || /as another user than root/.test(log.text())).toBe(true)
  rmSync(busy)
  const session = await open()
  await session.close({ wantTrace: false })
  if (isWalled) expect(log.text()).not.toMatch(/own sandbox does not start|without a wall/)
})
