/** Control groups, on folders that look like those of the kernel: machines for tests seldom have real ones. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findMemoryGroups } from './memory-groups.ts'

/** What `/proc/self` says, and the groups as files by their path. */
async function machine(own: string, files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-groups-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const top = join(folder, 'cgroup')
  const mounts = `24 1 0:22 / / rw - ext4 /dev/sda rw\n41 31 0:38 / ${top} rw,relatime shared:9 - cgroup2 cgroup2 rw\n`
  const all = { '../proc/cgroup': `4:memory:/other\n0::${own}\n`, '../proc/mountinfo': mounts, ...files }
  for (const [path, content] of Object.entries(all)) {
    await mkdir(dirname(join(top, path)), { recursive: true })
    await writeFile(join(top, path), content)
  }
  return { proc: join(folder, 'proc'), top }
}

const groupsIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.startsWith('atrium-fn-'))

test.each([
  ['its own group', '/user/atrium', '/user/atrium', 'memory pids\n'],
  [
    'the service around its group',
    '/system.slice/atrium.service/server',
    '/system.slice/atrium.service',
    'memory\n',
  ],
  ['a service that gives its groups no memory yet', '/a.service/server', '/a.service', ''],
  ['the top', '/server', '/', 'cpu memory\n'],
])('groups are made below %s', async (_, own, parent, control) => {
  const { proc, top } = await machine(own, {
    [`${parent}/cgroup.controllers`]: 'cpu memory\n',
    [`${parent}/cgroup.subtree_control`]: control,
  })
  const groups = (await findMemoryGroups(proc)) ?? expect.fail('none')
  const { joinFile } = await groups.add(1_000)
  expect(dirname(dirname(joinFile))).toBe(join(top, parent).replace(/\/$/, ''))
  expect(await readFile(join(dirname(joinFile), 'memory.max'), 'utf8')).toBe('1000')
  const given = await readFile(join(top, parent, 'cgroup.subtree_control'), 'utf8')
  expect(given).toBe(control === '' ? '+memory' : control)
})

test.each<[string, string, Record<string, string>]>([
  ['without control groups', '/', { '../proc/mountinfo': '24 1 0:22 / / rw - ext4 /dev/sda rw\n' }],
  ['with groups that count no memory', '/', { 'cgroup.controllers': 'cpu pids\n' }],
  [
    'as one service among others of a slice',
    '/system.slice/atrium.service',
    {
      '/system.slice/cgroup.controllers': 'memory\n',
      '/system.slice/cgroup.subtree_control': 'memory\n',
    },
  ],
  ['where nothing can be changed', '/', { 'cgroup.controllers': 'memory\n', 'cgroup.subtree_control/x': '' }],
])('a server %s makes no groups', async (_, own, files) => {
  const { proc, top } = await machine(own, files)
  expect(await findMemoryGroups(proc)).toBeNull()
  expect(await groupsIn(top).catch(() => [])).toEqual([])
})

test('a group says at its end whether the kernel killed in it', async () => {
  const { proc } = await machine('/', { 'cgroup.controllers': 'memory', 'cgroup.subtree_control': 'memory' })
  const groups = (await findMemoryGroups(proc)) ?? expect.fail('none')
  for (const [events, isKilled] of [
    ['low 0\noom 1\noom_kill 0\n', false],
    ['low 0\noom 1\noom_kill 2\noom_group_kill 0\n', true],
  ] as const) {
    const group = await groups.add(1_000)
    await writeFile(join(dirname(group.joinFile), 'memory.events'), events)
    expect(await group.end()).toBe(isKilled)
  }
})
