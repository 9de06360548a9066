import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type TestContext, test, vi } from 'vitest'
import { collectedLog } from '../../../test/collected-log.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { bubblewrapCommands } from './bubblewrap.ts'
import { CommandsUnavailable } from './port.ts'

const MiB = 1_048_576
const folder = useFolder()
const commands = bubblewrapCommands({
  log: collectedLog(),
  bounds: {
    ...{ processes: 60, totalMemoryBytes: 256 * MiB, fileBytes: 8 * MiB },
    ...{ treeBytes: 24 * MiB, treeFiles: 400, writtenOutputBytes: 4 * MiB },
  },
})

interface Asked {
  tree?: string
  timeoutMs?: number
  maxOutputBytes?: number
  signal?: AbortSignal
}

const makeTree = () => mkdtempSync(join(folder, 'tree-'))

async function run({ skip }: TestContext, command: string, asked: Asked = {}) {
  const fault = await commands.fault()
  skip(fault !== null, 'bubblewrap is not there, or may not make namespaces')
  const { tree = makeTree(), timeoutMs = 60_000, maxOutputBytes = 10_000 } = asked
  const signal = asked.signal ?? new AbortController().signal
  return commands.run({ tree, command, timeoutMs, maxOutputBytes, signal })
}

/** Processes of the machine whose words hold this text. */
function processesWith(text: string): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return false
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text)
    } catch {
      return false // it has just ended
    }
  })
}

test('a command reads and writes its tree, and both outputs come in their order', async (context) => {
  const tree = makeTree()
  const result = await run(context, 'echo one; echo two >&2; echo three > made; pwd; id -u; exit 7', { tree })
  expect(result).toMatchObject({ exit_code: 7, timed_out: false, truncated: false })
  expect(result.output).toBe('one\ntwo\n/work\n1000\n')
  expect(readFileSync(join(tree, 'made'), 'utf8')).toBe('three\n')
})

test('the Node of the server is there, with a home, a name and a loopback of its own', async (context) => {
  const code = `
    const { userInfo, homedir } = require('os')
    require('fs').writeFileSync(homedir() + '/note', 'x')
    const server = require('http').createServer((_, answer) => answer.end('hello')).listen(0, 'localhost', async () => {
      const answer = await fetch('http://localhost:' + server.address().port)
      console.log(process.version, userInfo().username, await answer.text())
      server.close()
    })`
  const tree = makeTree()
  const { output } = await run(context, `node -e "${code}"`, { tree })
  expect(output).toBe(`${process.version} user hello\n`)
})

test('of a long output the middle is left out', async (context) => {
  const { output, truncated } = await run(context, 'echo first; seq 100000; echo last', {
    maxOutputBytes: 200,
  })
  expect(truncated).toBe(true)
  expect(output).toMatch(/^first\n1\n2\n[\s\S]*\[\d+ bytes left out\][\s\S]*\n100000\nlast\n$/)
  expect(output.length).toBeLessThan(260)
})

test('output that no database takes comes as text', async (context) => {
  const { output } = await run(context, `printf 'a\\000b\\377c'`)
  expect(output).toBe('a\ufffdb\ufffdc')
})

test.for<[string, string]>([
  ['waits', 'sleep 71771'],
  ['ignores every signal', `trap '' TERM INT HUP; while :; do sleep 71772; done`],
  ['closes its outputs', 'exec >&- 2>&-; sleep 71773'],
  ['writes without an end', 'while :; do echo 71774; sleep 0.1; done'],
  ['has children that left', 'setsid sleep 71775 & setsid sh -c "sleep 71775 & sleep 71775" & wait'],
])('one that %s is ended with all its processes when its time is over', async ([, command], context) => {
  const result = await run(context, command, { timeoutMs: 400 })
  expect(result).toMatchObject({ exit_code: null, timed_out: true })
  expect(processesWith(/7177\d/.exec(command)?.[0] ?? '')).toEqual([])
})

test('what a command leaves running ends with it', async (context) => {
  const result = await run(context, 'setsid nohup sleep 71776 > /dev/null 2>&1 & (sleep 71776 &) ; echo done')
  expect(result).toMatchObject({ exit_code: 0, output: 'done\n' })
  expect(processesWith('71776')).toEqual([])
})

test('one that kills everything it can reach ends itself alone', async (context) => {
  await run(context, 'sleep 71778 & kill -9 1; kill -9 -1')
  expect(processesWith('71778')).toEqual([])
  expect((await run(context, 'echo next')).output).toBe('next\n')
})

test('an abort ends it, and its reason is thrown', async (context) => {
  const tree = makeTree()
  const control = new AbortController()
  const running = run(context, 'touch started; sleep 71777', { tree, signal: control.signal })
  await vi.waitFor(() => expect(existsSync(join(tree, 'started'))).toBe(true), 30_000)
  control.abort(new Error('stopped'))
  await expect(running).rejects.toThrow('stopped')
  expect(processesWith('71777')).toEqual([])
  await expect(run(context, 'touch again', { tree, signal: control.signal })).rejects.toThrow('stopped')
  expect(existsSync(join(tree, 'again'))).toBe(false)
})

test.for<[string, string, RegExp]>([
  // Not doubling: a server that is root has only its own look to stop them, and other tests want processes meanwhile.
  ['forks without an end', 'while :; do sleep 60 & done', /more than 60 processes|Cannot fork/],
  [
    'takes memory in many processes',
    `for i in 1 2 3 4 5 6; do perl -e '$x = "a" x (80 << 20); sleep 60' & done; wait`,
    /more than 256 MB of memory/,
  ],
  [
    'fills the disk',
    'i=0; while i=$((i+1)); do head -c 4000000 /dev/zero > file$i; done',
    /more than 24 MB of disk/,
  ],
  ['makes files without an end', 'i=0; while :; do i=$((i+1)); : > file$i; done', /more than 400 files/],
  ['writes a flood', 'yes', /wrote more than can be read/],
])('one that %s is ended, and says why', async ([, command, why], context) => {
  const result = await run(context, command)
  expect(result).toMatchObject({ timed_out: false })
  expect(result.output).toMatch(why)
})

test('where bubblewrap does not work nothing is run, and people get a sentence', async () => {
  const log = collectedLog()
  // A bound that no shell can set stands for a machine that refuses.
  const off = bubblewrapCommands({ log, bounds: { openFiles: -1 } })
  expect(await off.fault()).toMatch(/^Commands are off on this server/)
  const tree = makeTree()
  const request = { tree, command: 'touch made', timeoutMs: 1_000, maxOutputBytes: 100 }
  await expect(off.run({ ...request, signal: new AbortController().signal })).rejects.toThrow(
    CommandsUnavailable,
  )
  expect(readdirSync(tree)).toEqual([])
  expect(log.text()).toContain('commands are off')
})
