import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, test, vi } from 'vitest'
import { cli, emptyHome } from '../../test/run-cli.ts'
import { refusal, startStandIn } from '../../test/stand-in.ts'

describe('login', () => {
  const signedIn = { body: { user: { email: 'ada@example.com' }, token: 'ses_1' } }

  test('keeps the session in a file that only its owner can read, and later commands use it', async () => {
    const env = await emptyHome()
    const { url, received } = await startStandIn(signedIn, { body: { id: 'usr_1' } })
    const { code, stdout, stderr } = await cli(`login --url ${url} --email ada@example.com`, {
      env,
      stdin: 'open sesame\n',
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: `Signed in at ${url} as ada@example.com.\n` })
    expect(JSON.parse(stdout)).toEqual({ profile: 'default', url, email: 'ada@example.com' })
    expect(received[0]?.body).toEqual({ email: 'ada@example.com', password: 'open sesame' })

    const file = join(env.XDG_CONFIG_HOME, 'atrium', 'credentials.json')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(dirname(file))).mode & 0o777).toBe(0o700)
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      current: 'default',
      profiles: { default: { url, token: 'ses_1', email: 'ada@example.com' } },
    })

    expect((await cli('session read', { env })).code).toBe(0)
    expect(received[1]?.headers.authorization).toBe('Bearer ses_1')
  })

  test('closes a file that was open to others', async () => {
    const env = await emptyHome()
    const file = await keep(env, { url: 'http://127.0.0.1:1', token: 'old' })
    await chmod(file, 0o644)
    const { url } = await startStandIn(signedIn)
    await cli(`login --url ${url} --email a@b`, { env, stdin: 'x' })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('asks at a terminal without showing what is typed', async () => {
    const env = await emptyHome()
    const { url, received } = await startStandIn(signedIn)
    const modes: boolean[] = []
    const stdin = Object.assign(new PassThrough(), {
      isTTY: true,
      setRawMode: (mode: boolean) => modes.push(mode),
    })
    stdin.write('sexx\u007f\u007fsame\r')
    const { code, stdout, stderr } = await cli(`login --url ${url} --email ada@example.com`, { env, stdin })
    expect(code).toBe(0)
    expect(modes).toEqual([true, false])
    expect(stderr).toBe(`Password of ada@example.com at ${url}: \nSigned in at ${url} as ada@example.com.\n`)
    expect(stdout + stderr).not.toContain('sesame')
    expect(received[0]?.body).toEqual({ email: 'ada@example.com', password: 'sesame' })
  })

  test('stopped at the password sends nothing and keeps nothing', async () => {
    const env = await emptyHome()
    const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined })
    stdin.write('ses\u0003')
    const fetch = vi.fn<typeof globalThis.fetch>()
    expect(await cli('login --email a@b', { env, stdin, fetch })).toMatchObject({ code: 130 })
    expect(fetch).not.toHaveBeenCalled()
  })

  test('with a wrong password keeps nothing', async () => {
    const env = await emptyHome()
    const { url } = await startStandIn(refusal(401, 'invalid_login'))
    const { code, stderr } = await cli(`login --url ${url} --email a@b`, { env, stdin: 'x' })
    expect(code).toBe(1)
    expect(stderr).toBe('atrium: invalid_login: About invalid_login. (req_1)\n')
    await expect(stat(join(env.XDG_CONFIG_HOME, 'atrium', 'credentials.json'))).rejects.toThrow('ENOENT')
  })

  test('a kept session is not shown to another server', async () => {
    const env = await emptyHome()
    await keep(env, { url: 'http://127.0.0.1:1', token: 'ses_1' })
    const { url, received } = await startStandIn({})
    await cli(`session read --url ${url}`, { env })
    expect(received).toHaveLength(1)
    expect(received[0]?.headers.authorization).toBeUndefined()
  })

  test('a spoilt file is named', async () => {
    const env = await emptyHome()
    const file = await keep(env, { token: 'ses_1' })
    expect((await cli('session read', { env })).stderr).toBe(
      `atrium: ${file} does not hold credentials; delete it and run atrium login.\n`,
    )
  })
})

describe('logout', () => {
  test.each([
    ['ends the session and forgets it', { body: { signed_out: true } }, 0],
    ['forgets a session that had ended already', refusal(401, 'invalid_credentials'), 0],
    ['forgets a token, which is no session', refusal(400, 'not_a_session'), 0],
    ['forgets a token that only reads', refusal(403, 'read_only_credential_route_not_allowed'), 0],
    ['forgets the session even when the server fails, but tells', refusal(500, 'internal_error'), 1],
  ])('%s', async (_, reply, expected) => {
    const env = await emptyHome()
    const { url, received } = await startStandIn(reply)
    const file = await keep(env, { url, token: 'ses_1' })
    expect((await cli('logout', { env })).code).toBe(expected)
    expect(received).toMatchObject([{ path: '/api/auth/logout', headers: { authorization: 'Bearer ses_1' } }])
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })

  test('without a session says so', async () => {
    expect(await cli('logout')).toEqual({ code: 0, stdout: '', stderr: 'Not signed in.\n' })
  })
})

async function keep(env: { XDG_CONFIG_HOME: string }, credentials: object): Promise<string> {
  const file = join(env.XDG_CONFIG_HOME, 'atrium', 'credentials.json')
  await mkdir(dirname(file))
  await writeFile(file, JSON.stringify(credentials))
  return file
}
