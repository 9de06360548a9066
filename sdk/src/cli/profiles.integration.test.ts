import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { cli, emptyHome } from '../../test/run-cli.ts'
import { refusal, startStandIn } from '../../test/stand-in.ts'

const signedIn = (email: string, token: string) => ({ body: { user: { email }, token } })
const me = { body: { id: 'usr_1', email: 'ada@example.com', full_name: 'Ada', workspaces: [] } }

test('sessions at several servers are kept by name, and each goes to its own', async () => {
  const env = await emptyHome()
  const home = await startStandIn(signedIn('ada@example.com', 'ses_home'), me)
  const work = await startStandIn(signedIn('ada@example.org', 'ses_work'), me)
  expect((await cli(`login --url ${home.url} --email a@b`, { env, stdin: 'x' })).code).toBe(0)
  const second = await cli(`login --profile work --url ${work.url} --email a@b`, { env, stdin: 'x' })
  expect(second.stderr).toContain('atrium profiles use work')

  const listed = await cli('profiles list', { env })
  expect(JSON.parse(listed.stdout)).toEqual({
    profiles: [
      { name: 'default', url: home.url, email: 'ada@example.com', is_current: true },
      { name: 'work', url: work.url, email: 'ada@example.org', is_current: false },
    ],
  })
  expect(listed.stdout).not.toContain('ses_')

  const one = await cli('whoami', { env })
  expect(JSON.parse(one.stdout)).toMatchObject({
    profile: 'default',
    url: home.url,
    email: 'ada@example.com',
  })
  // A profile that is named counts before the environment; that of the environment before the current one.
  await cli('whoami --profile work', { env: { ...env, ATRIUM_TOKEN: 'pat_1', ATRIUM_URL: home.url } })
  await cli('whoami', { env: { ...env, ATRIUM_PROFILE: 'work' } })
  await cli('profiles use work', { env })
  expect((await cli('whoami --table', { env })).stdout).toMatch(/^profile +work\n/)
  const tokens = (server: typeof home) => server.received.slice(1).map(({ headers }) => headers.authorization)
  expect([tokens(home), tokens(work)]).toEqual([['Bearer ses_home'], Array(3).fill('Bearer ses_work')])

  expect((await cli('profiles remove work', { env })).code).toBe(0)
  expect(work.received.at(-1)).toMatchObject({ path: '/api/auth/logout' })
  expect((await cli('profiles list', { env })).stdout).not.toContain('work')
})

test.each([
  ['new', 'logout', 'other'],
  ['new', 'profiles remove default', 'other'],
  ['kept', 'logout', 'work'],
  ['kept', 'profiles remove default', 'work'],
])('a login to a %s profile after %s makes it the one that commands use', async (_, leave, profile) => {
  const env = await emptyHome()
  const { url: home } = await startStandIn(signedIn('ada@example.com', 'ses_home'), {})
  const { url: work } = await startStandIn(signedIn('ada@example.org', 'ses_work'))
  const next = await startStandIn(signedIn('ada@example.net', 'ses_next'), me)
  await cli(`login --url ${home} --email a@b`, { env, stdin: 'x' })
  await cli(`login --profile work --url ${work} --email a@b`, { env, stdin: 'x' })
  expect((await cli(leave, { env })).code).toBe(0)
  const line = `login --profile ${profile} --url ${next.url} --email a@b`
  const { stderr } = await cli(line, { env, stdin: 'x' })
  expect(stderr).toBe(`Signed in at ${next.url} as ada@example.net.\n`)
  expect(JSON.parse((await cli('whoami', { env })).stdout)).toMatchObject({ profile, url: next.url })
  expect(next.received.at(-1)?.headers.authorization).toBe('Bearer ses_next')
})

test.each([
  ['whoami --profile wrok', 'There is no profile "wrok". Did you mean work?'],
  ['profiles use nothing-like-it', 'There is no profile "nothing-like-it". Known: work.'],
  ['whoami --profile ../../etc', 'is no name for a profile'],
  ['login --profile __proto__ --email a@b', 'is no name for a profile'],
  ['profiles', 'profiles needs a verb: list, use, remove.'],
])('%s is refused', async (line, message) => {
  const env = await emptyHome()
  const { url } = await startStandIn(signedIn('a@b', 'ses_1'))
  await cli(`login --profile work --url ${url} --email a@b`, { env, stdin: 'x' })
  const { code, stderr, stdout } = await cli(line, { env })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(message)
})

test('logins at the same time lose none of the profiles', async () => {
  const env = await emptyHome()
  const { url } = await startStandIn(signedIn('a@b', 'ses_1'))
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  await Promise.all(
    names.map((name) => cli(`login --profile ${name} --url ${url} --email a@b`, { env, stdin: 'x' })),
  )
  const { profiles } = JSON.parse((await cli('profiles list', { env })).stdout)
  expect(profiles.map(({ name }: { name: string }) => name).sort()).toEqual(names)
})

test('a token is kept once it is known to work, and never shown', async () => {
  const env = await emptyHome()
  const { url, received } = await startStandIn(refusal(401, 'invalid_credentials'), me)
  const file = join(env.XDG_CONFIG_HOME, 'atrium', 'credentials.json')
  expect((await cli(`login --with-token --url ${url}`, { env, stdin: 'pat_bad\n' })).code).toBe(1)
  await expect(readFile(file)).rejects.toThrow('ENOENT')
  const kept = await cli(`login --with-token --url ${url}`, { env, stdin: 'pat_good\n' })
  expect(kept.code).toBe(0)
  expect(kept.stdout + kept.stderr).not.toContain('pat_')
  expect(received.at(-1)?.headers.authorization).toBe('Bearer pat_good')
})

test('a token can come from a pipe, for one command', async () => {
  const { url, received } = await startStandIn(me)
  expect((await cli(`session read --token - --url ${url}`, { stdin: 'pat_1\n' })).code).toBe(0)
  expect(received[0]?.headers.authorization).toBe('Bearer pat_1')
})

test('a second factor is asked for at a terminal, or is the second line of a pipe', async () => {
  const replies = [refusal(401, 'second_factor_required'), signedIn('ada@example.com', 'ses_1')] as const
  const typed = await startStandIn(...replies)
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined })
  stdin.write('sesame\r')
  const asked = cli(`login --url ${typed.url} --email a@b`, { stdin })
  await vi.waitFor(() => expect(typed.received).toHaveLength(1), 20_000)
  stdin.write('123 456\r')
  const { code, stderr } = await asked
  expect([code, stderr]).toEqual([0, expect.stringContaining('Code of your second factor: \n')])
  expect(stderr).not.toContain('123')
  expect(typed.received[1]?.body).toEqual({ email: 'a@b', password: 'sesame', code: '123 456' })

  const piped = await startStandIn(...replies)
  expect((await cli(`login --url ${piped.url} --email a@b`, { stdin: 'sesame\n123456\n' })).code).toBe(0)
  expect(piped.received[1]?.body).toMatchObject({ password: 'sesame', code: '123456' })

  const without = await startStandIn(...replies)
  const refused = await cli(`login --url ${without.url} --email a@b`, { stdin: 'sesame' })
  expect([refused.code, without.received.length]).toEqual([1, 1])
})

test('a server cannot steer the terminal by the name of who signed in', async () => {
  const { url } = await startStandIn(signedIn('a\u001b[2J@b', 'ses_1'))
  const { stderr } = await cli(`login --url ${url} --email a@b`, {
    stdin: 'x',
    hasTerminal: true,
    columns: 80,
  })
  expect(stderr).not.toContain('\u001b[2J')
})
