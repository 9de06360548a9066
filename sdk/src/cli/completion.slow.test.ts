/** What shells are given, and the script itself as bash runs it. */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { cli, emptyHome } from '../../test/run-cli.ts'
import { startStandIn } from '../../test/stand-in.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

async function complete(line: string, env = {}): Promise<string[]> {
  const { code, stdout } = await cli(`__complete ${line}`, { env })
  expect(code).toBe(0)
  return stdout.split('\n').map((each) => each.split('\t')[0] ?? '')
}

describe('candidates', () => {
  test.each([
    ['fol', ['folders']],
    ['members set-r', ['set-role']],
    ['token cr', ['create']],
    ['folders create --sco', ['--scope']],
    ['folders create --scope p', ['personal']],
    ['folders create --scope=p', ['personal']],
    ['folders create --scope = p', ['personal']],
    ['members list --roles own', ['owner']],
    ['--output json members li', ['list']],
    ['logs checkout --le', ['--level']],
    ['logs checkout --level wa', ['warn']],
    ['user create --password', ['--password-stdin']],
    ['completion z', ['zsh']],
    ['help folders add', ['add-items']],
    ['nothing like-it', []],
  ])('behind "%s" are %j', async (line, expected) => {
    expect((await complete(line)).filter(Boolean)).toEqual(expected)
  })

  test('at the beginning are all areas and commands', async () => {
    const { stdout } = await cli('__complete')
    for (const word of ['apps', 'members', 'login', 'whoami', 'import', 'backup', 'deploy', 'tests', 'help'])
      expect(stdout).toMatch(new RegExp(`^${word}(\t|$)`, 'm'))
  })

  test('of profiles are those that are kept', async () => {
    const env = await emptyHome()
    const { url } = await startStandIn({ body: { user: { email: 'a@b' }, token: 'ses_1' } })
    await cli(`login --profile work --url ${url} --email a@b`, { env, stdin: 'x' })
    expect((await complete('apps list --profile w', env)).filter(Boolean)).toEqual(['work'])
    expect((await complete('profiles use w', env)).filter(Boolean)).toEqual(['work'])
  })
})

test.each(['bash', 'zsh', 'fish'])('the script for %s is one that the shell reads', async (shell) => {
  const { stdout } = await cli(`completion ${shell}`)
  expect(stdout).toContain('atrium __complete')
  const found = spawnSync(shell, ['-n'], { input: stdout })
  if (found.error === undefined) expect([found.status, String(found.stderr)]).toEqual([0, ''])
})

test('an unknown shell is refused with those that there are', async () => {
  const { code, stderr } = await cli('completion fsh')
  expect([code, stderr]).toEqual([
    2,
    'atrium: <shell> is one of bash, zsh, fish, not "fsh". Did you mean zsh?\n',
  ])
})

test('bash completes by it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-bash-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'atrium')
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`)
  chmodSync(program, 0o755)
  const script = `
    source <(atrium completion bash)
    complete -p atrium
    COMP_WORDS=(atrium folders create --scope pers)
    COMP_CWORD=4
    _atrium
    printf '%s\\n' "\${COMPREPLY[@]}"`
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, XDG_CONFIG_HOME: folder }
  const said = execFileSync('bash', ['--norc', '-c', script], { env, encoding: 'utf8' })
  expect(said).toBe('complete -o default -F _atrium atrium\npersonal\n')
})
