/** Everything that is tried in one sandbox, one after the other, and what was outside of it is as it was. */
import { createSocket } from 'node:dgram'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { collectedLog } from '../../../test/collected-log.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { quoted } from '../../platform/bubblewrap.ts'
import { bubblewrapCommands } from './bubblewrap.ts'
import { escapeAttempts } from './test/escape-attempts.ts'

const MiB = 1_048_576
const SETTINGS = ['vm/swappiness', 'kernel/core_pattern', 'kernel/hostname']
const SECRET = 'the-secret-of-the-server'

const folder = useFolder()
const tree = mkdtempSync(join(folder, 'tree-'))
const commands = bubblewrapCommands({
  log: collectedLog(),
  bounds: { fileBytes: 8 * MiB, temporaryBytes: 4 * MiB, memoryBytes: 1_024 * MiB },
})
const closers: (() => unknown)[] = []
afterAll(() => Promise.all(closers.map((close) => close())))

test('nothing in a tree gets out of its sandbox', async ({ skip }) => {
  const fault = await commands.fault()
  skip(fault !== null, 'bubblewrap is not there, or may not make namespaces')
  const reached: string[] = []
  const settings = () => SETTINGS.map((name) => readFileSync(`/proc/sys/${name}`, 'utf8'))
  const before = settings()
  const attempts = escapeAttempts(await makeOutside(reached))
  expect(attempts.length).toBeGreaterThan(80)
  const result = await commands.run({
    tree,
    command: attempts.map(({ command }, at) => inBrackets(at, command)).join('\n'),
    timeoutMs: 120_000,
    maxOutputBytes: MiB,
    signal: new AbortController().signal,
  })
  const answers = attempts.map(({ name, refusal }, at) => {
    const [, said = 'nothing'] = new RegExp(`^<${at}$\\n([\\s\\S]*?)^>${at}$`, 'm').exec(result.output) ?? []
    return refusal.test(said.trim()) ? null : `${name}: ${said.trim()}`
  })
  expect(answers.filter((answer) => answer !== null)).toEqual([])
  expect(result.output).not.toContain(SECRET)
  expect(reached).toEqual([])
  expect(settings()).toEqual(before)
})

function inBrackets(at: number, command: string): string {
  return `echo '<${at}'; (timeout 20 sh -c ${quoted(command)}) 2>&1; echo; echo '>${at}'`
}

async function makeOutside(reached: string[]) {
  const secretFolder = join(folder, 'data')
  const secretFile = join(secretFolder, 'secret')
  const sharedMemoryFile = `/dev/shm/atrium-test-${process.pid}`
  mkdirSync(secretFolder)
  for (const file of [secretFile, sharedMemoryFile]) writeFileSync(file, SECRET)
  closers.push(() => rmSync(sharedMemoryFile))
  process.env.ATRIUM_TEST_SECRET = SECRET
  closers.push(() => delete process.env.ATRIUM_TEST_SECRET)
  symlinkSync(secretFile, join(tree, 'link-to-secret'))
  symlinkSync(secretFolder, join(tree, 'link-to-folder'))
  const script = join(secretFolder, 'program')
  writeFileSync(script, `#!/bin/sh\necho ${SECRET}\n`)
  chmodSync(script, 0o755)
  writeFileSync(join(tree, 'outside-script'), `#!${script}\n`)
  chmodSync(join(tree, 'outside-script'), 0o755)

  const listen = (listen: (server: Server, ready: () => void) => void) =>
    new Promise<Server>((resolve) => {
      const server = createServer((socket) => {
        reached.push('tcp')
        socket.end(SECRET)
      })
      closers.push(() => new Promise((done) => server.close(done)))
      listen(server, () => resolve(server))
    })
  const tcp = await listen((server, ready) => server.listen(0, '127.0.0.1', ready))
  const socketFile = join(secretFolder, 'socket')
  const abstractSocket = `atrium-test-${process.pid}`
  await listen((server, ready) => server.listen(socketFile, ready))
  await listen((server, ready) => server.listen(`\0${abstractSocket}`, ready))
  const udp = createSocket('udp4', (message) => reached.push(String(message)))
  await new Promise<void>((ready) => udp.bind(0, '127.0.0.1', ready))
  closers.push(() => new Promise<void>((done) => udp.close(done)))
  return {
    serverPid: process.pid,
    ...{ secretFile, secretFolder, sharedMemoryFile, socketFile, abstractSocket },
    tcpPort: (tcp.address() as { port: number }).port,
    udpPort: udp.address().port,
  }
}
