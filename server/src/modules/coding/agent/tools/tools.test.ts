import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { checkFor } from '../../../../platform/fitting-value.ts'
import { type CommandResult, type Commands, CommandsUnavailable } from '../../../../ports/commands/port.ts'
import type { WorkCopy } from '../../../../ports/git/port.ts'
import { filesOf, gitScene, NEVER } from '../../../../ports/git/test/git-scene.ts'
import { memoryGit } from '../../../../ports/git/test/memory-git.ts'
import { NO_COMMANDS } from '../../test/coder-scene.ts'
import { agentTools } from './index.ts'

const { git, place, folder } = gitScene(memoryGit())
let copy: WorkCopy
beforeEach(async () => {
  copy = await git.createWorkCopy(
    place(),
    filesOf({ 'a.txt': 'one\ntwo\nthree\n', 'src/main.ts': 'const a = 1\n', 'src/deep/x.ts': 'let x\n' }),
  )
})

const tools = agentTools({ canRunCommands: true })

async function use(name: string, input: unknown, commands: Commands = NO_COMMANDS) {
  const tool = tools.find((one) => one.name === name)
  if (!tool) throw new Error(`there is no tool ${name}`)
  expect(checkFor(tool.input)(input)).toBe(null)
  const outcome = await tool.run({ copy, commands, signal: NEVER }, input)
  if (outcome.kind !== 'output') return outcome
  return outcome.is_error ? `! ${outcome.text}` : outcome.text
}
const read = (path: string) => readFile(join(copy.tree, path), 'utf8')
const put = (path: string, content: string | Uint8Array) => writeFile(join(copy.tree, path), content)

test('every tool is described, and commands only where they can be run', () => {
  for (const { name, description } of tools) {
    expect(name).toMatch(/^[a-z_]+$/)
    expect(description.length).toBeGreaterThan(20)
  }
  expect(agentTools({ canRunCommands: false }).map(({ name }) => name)).not.toContain('run_command')
  expect(tools.map(({ name }) => name)).toContain('run_command')
})

describe('list_files', () => {
  test('shows paths, of a folder too', async () => {
    expect(await use('list_files', {})).toBe('a.txt\nsrc/deep/x.ts\nsrc/main.ts')
    expect(await use('list_files', { path: './src/deep/' })).toBe('src/deep/x.ts')
    expect(await use('list_files', { path: 'nope' })).toBe('! nope does not exist.')
  })

  test('of many files shows the folders', async () => {
    await mkdir(join(copy.tree, 'many'))
    await Promise.all(Array.from({ length: 600 }, (_, at) => put(`many/${at}.txt`, '')))
    const shown = String(await use('list_files', {}))
    expect(shown).toContain('603 files.')
    expect(shown).toContain('many/ (600 files)')
    expect(shown.split('\n')).toHaveLength(4)
    expect(String(await use('list_files', { path: 'many' })).split('\n')).toHaveLength(502)
  })
})

describe('read_file', () => {
  test('shows numbered lines, and ranges of them', async () => {
    expect(await use('read_file', { path: 'a.txt' })).toBe('1\tone\n2\ttwo\n3\tthree')
    expect(await use('read_file', { path: 'a.txt', from_line: 2, line_count: 1 })).toBe(
      'Lines 2 to 2 of 3 of a.txt. Read on with from_line 3.\n2\ttwo',
    )
    expect(await use('read_file', { path: 'a.txt', from_line: 4 })).toBe('! a.txt has only 3 lines.')
  })

  test('has bounds on lines, characters and the length of a line', async () => {
    await put('long.txt', 'x\n'.repeat(5_000))
    expect(String(await use('read_file', { path: 'long.txt' }))).toMatch(
      /^Lines 1 to 2000 of 5000 .* from_line 2001\./,
    )
    await put('wide.txt', `${'y'.repeat(5_000)}\n`.repeat(300))
    const wide = String(await use('read_file', { path: 'wide.txt' }))
    expect(wide.length).toBeLessThan(101_000)
    expect(wide.split('\n')[1]?.length).toBeLessThan(2_010)
    await put('huge.txt', Buffer.alloc(10_000_001, 'z'))
    expect(String(await use('read_file', { path: 'huge.txt' }))).toContain('! huge.txt has 10000001 bytes')
  })

  test('says of a file that is binary or empty that it is', async () => {
    await put('a.bin', new Uint8Array([1, 0, 2]))
    await put('empty', '')
    expect(await use('read_file', { path: 'a.bin' })).toBe('a.bin is a binary file of 3 bytes.')
    expect(await use('read_file', { path: 'empty' })).toBe('empty is empty.')
    expect(await use('edit_file', { path: 'a.bin', old: 'a', new: 'b' })).toBe('! a.bin is a binary file.')
  })
})

describe('search', () => {
  test('shows lines with their place', async () => {
    expect(await use('search', { pattern: 'a = 1' })).toBe('src/main.ts:1: const a = 1')
    expect(await use('search', { pattern: '^t[a-z]+', is_regex: true, path: 'a.txt' })).toBe(
      'a.txt:2: two\na.txt:3: three',
    )
    expect(await use('search', { pattern: 'nowhere' })).toBe('Nothing matches.')
    expect(await use('search', { pattern: '(', is_regex: true })).toMatch(/^! The pattern could not be used/)
    expect(await use('search', { pattern: 'a\nb' })).toBe('! A pattern is one line.')
    expect(await use('search', { pattern: 'a', path: 'nope' })).toBe('! nope does not exist.')
  })

  test('shows at most 100, each cut off', async () => {
    await put('many.txt', `hit ${'x'.repeat(1_000)}\n`.repeat(200))
    const lines = String(await use('search', { pattern: 'hit' })).split('\n')
    expect(lines).toHaveLength(101)
    expect(lines.at(-1)).toContain('More than 100')
    expect(lines[0]?.length).toBeLessThan(330)
  })
})

describe('edit_file', () => {
  test('changes one place, or all', async () => {
    expect(await use('edit_file', { path: 'a.txt', old: 'two', new: 'TWO' })).toBe('Changed a.txt at line 2.')
    expect(await use('edit_file', { path: 'a.txt', old: 'e', new: 'E' })).toContain(
      '! a.txt: The old text is in it 3 times',
    )
    expect(await use('edit_file', { path: 'a.txt', old: 'e', new: 'E', all: true })).toBe(
      'Changed a.txt at 3 places.',
    )
    expect(await read('a.txt')).toBe('onE\nTWO\nthrEE\n')
    expect(await use('edit_file', { path: 'nope.txt', old: 'a', new: 'b' })).toBe(
      '! nope.txt does not exist.',
    )
  })

  test('leaves bytes alone that are not UTF-8, a mark at the beginning, and the mode', async () => {
    await put('latin.txt', Buffer.from([0x61, 0xe9, 0x0a]))
    expect(await use('edit_file', { path: 'latin.txt', old: 'a', new: 'b' })).toContain('not in UTF-8')
    await writeFile(join(copy.tree, 'run.sh'), '\ufeffecho a\n', { mode: 0o755 })
    await use('edit_file', { path: 'run.sh', old: 'echo a', new: 'echo b' })
    expect(await read('run.sh')).toBe('\ufeffecho b\n')
    expect((await stat(join(copy.tree, 'run.sh'))).mode & 0o111).not.toBe(0)
  })
})

describe('write_file, delete_file and move_file', () => {
  test('make, replace, delete and move', async () => {
    expect(await use('write_file', { path: 'new/deep/ü.txt', content: 'a\nb\n' })).toBe(
      'Created new/deep/ü.txt (2 lines).',
    )
    expect(await use('write_file', { path: 'a.txt', content: 'x' })).toBe('Replaced a.txt (1 line).')
    expect(await use('move_file', { from: 'new/deep/ü.txt', to: 'b/ü.txt' })).toBe(
      'Moved new/deep/ü.txt to b/ü.txt.',
    )
    expect(await use('move_file', { from: 'b', to: 'c' })).toBe('Moved b to c.')
    expect(await use('delete_file', { path: 'src' })).toBe('Deleted src and all that was in it.')
    expect((await copy.listFiles({ under: '', most: 10 })).paths).toEqual(['a.txt', 'c/ü.txt'])
    await expect(stat(join(copy.tree, 'new'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('refuse what cannot be', async () => {
    expect(await use('write_file', { path: 'src', content: '' })).toBe('! src is a folder.')
    expect(await use('write_file', { path: 'a.txt/b', content: '' })).toBe('! a.txt is not a folder.')
    expect(await use('write_file', { path: 'big.txt', content: 'é'.repeat(600_000) })).toContain(
      'at most 1000000 bytes',
    )
    expect(await use('delete_file', { path: 'nope' })).toBe('! nope does not exist.')
    expect(await use('move_file', { from: 'nope', to: 'x' })).toBe('! nope does not exist.')
    expect(await use('move_file', { from: 'a.txt', to: 'src/main.ts' })).toBe(
      '! src/main.ts is there already.',
    )
    expect(await use('move_file', { from: 'src', to: 'src/deep/in' })).toBe('! src/deep/in is inside of src.')
  })

  test('put nothing into a file that the coder was not shown', async () => {
    await put('key.ts', "const password = 'hush'\n")
    expect(await use('write_file', { path: 'key.ts', content: "const password = '[redacted]'\n" })).toContain(
      '! ',
    )
    expect(
      await use('edit_file', { path: 'key.ts', old: 'const', new: "let a = '[redacted]'; const" }),
    ).toContain('! ')
    await put('doc.md', 'Secrets are shown as [redacted].\n')
    expect(await use('edit_file', { path: 'doc.md', old: 'shown as', new: 'printed as' })).toBe(
      'Changed doc.md at line 1.',
    )
  })
})

describe('what is not a plain file in the tree', () => {
  const outside = () => join(folder, 'outside')
  beforeEach(async () => {
    await mkdir(outside(), { recursive: true })
    await writeFile(join(outside(), 'secret.txt'), 'secret')
    await symlink(outside(), join(copy.tree, 'linked'))
    await symlink(join(outside(), 'secret.txt'), join(copy.tree, 'link.txt'))
    await symlink('a.txt', join(copy.tree, 'inner.txt'))
    await symlink('../../../../../../etc', join(copy.tree, 'src', 'up'))
    await symlink(join(outside(), 'made.txt'), join(copy.tree, 'dangling.txt'))
  })

  test.each([
    ['read_file', { path: 'link.txt' }],
    ['read_file', { path: 'inner.txt' }],
    ['read_file', { path: 'linked/secret.txt' }],
    ['read_file', { path: 'src/up/passwd' }],
    ['list_files', { path: 'linked' }],
    ['search', { pattern: 'secret', path: 'linked/secret.txt' }],
    ['edit_file', { path: 'link.txt', old: 'secret', new: 'x' }],
    ['edit_file', { path: 'linked/secret.txt', old: 'secret', new: 'x' }],
    ['write_file', { path: 'link.txt', content: 'x' }],
    ['write_file', { path: 'linked/new.txt', content: 'x' }],
    ['write_file', { path: 'linked/new/deep.txt', content: 'x' }],
    ['write_file', { path: 'dangling.txt', content: 'x' }],
    ['delete_file', { path: 'linked/secret.txt' }],
    ['move_file', { from: 'linked/secret.txt', to: 'got.txt' }],
    ['move_file', { from: 'a.txt', to: 'linked/a.txt' }],
    ['move_file', { from: 'a.txt', to: 'link.txt' }],
  ])('%s refuses %j', async (name, input) => {
    expect(await use(name, input)).toMatch(/^! /)
    expect(await readFile(join(outside(), 'secret.txt'), 'utf8')).toBe('secret')
    await expect(stat(join(outside(), 'made.txt'))).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(stat(join(outside(), 'new.txt'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('a link can be deleted, and what it leads to stays', async () => {
    expect(await use('delete_file', { path: 'linked' })).toBe('Deleted linked.')
    expect(await readFile(join(outside(), 'secret.txt'), 'utf8')).toBe('secret')
  })

  test('a folder with links in it is deleted without what they lead to', async () => {
    await symlink(outside(), join(copy.tree, 'src', 'deep', 'out'))
    expect(await use('delete_file', { path: 'src' })).toContain('Deleted src')
    expect(await readFile(join(outside(), 'secret.txt'), 'utf8')).toBe('secret')
  })
})

describe('run_command', () => {
  const running = (result: Partial<CommandResult>): Commands => ({
    fault: async () => null,
    run: async () => ({
      exit_code: 0,
      timed_out: false,
      output: '',
      truncated: false,
      duration_ms: 5,
      ...result,
    }),
  })
  test.each<[Partial<CommandResult>, string]>([
    [{ output: 'ok\n' }, 'Exit code 0.\nok'],
    [{}, 'Exit code 0. It wrote nothing.'],
    [{ exit_code: 2, output: 'bad' }, '! Exit code 2.\nbad'],
    [{ exit_code: null, timed_out: true, output: 'x' }, '! It was ended after 120 s.\nx'],
    [{ exit_code: null }, '! It was ended by a signal. It wrote nothing.'],
  ])('%j is shown as %s', async (result, shown) => {
    expect(await use('run_command', { command: 'x' }, running(result))).toBe(shown)
  })

  test('says why none can be run', async () => {
    const commands = { ...NO_COMMANDS, run: () => Promise.reject(new CommandsUnavailable('no sandbox')) }
    expect(await use('run_command', { command: 'x' }, commands)).toBe(
      '! Commands cannot be run here: no sandbox',
    )
    expect(await use('run_command', { command: 'a\0b' }, commands)).toBe(
      '! A command has no zero characters.',
    )
  })
})

test('plans, questions, approvals and the end are handed on in the form of the contract', async () => {
  expect(await use('update_plan', { items: [{ text: 'One\ntwo', status: 'doing' }] })).toEqual({
    kind: 'plan',
    items: [{ text: 'One two', status: 'doing' }],
  })
  expect(
    await use('ask_user', {
      questions: [{ prompt: 'Which?', options: [{ label: 'A' }] }, { prompt: 'Why?' }],
    }),
  ).toEqual({
    kind: 'question',
    questions: [
      { prompt: 'Which?', options: [{ label: 'A', description: null }], multiple: false },
      { prompt: 'Why?', options: null, multiple: false },
    ],
  })
  expect(await use('request_approval', { prompt: 'May I?' })).toEqual({ kind: 'approval', prompt: 'May I?' })
  expect(await use('finish', { summary: 'x'.repeat(20_000) })).toMatchObject({
    kind: 'finish',
    summary: `${'x'.repeat(9_999)}…`,
  })
})
