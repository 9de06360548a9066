/** Where calls go, and whose token goes with them. */
import { describe, expect, test } from 'vitest'
import { useStarted } from '../../../test/use-started.ts'
import { createLog } from '../../platform/log.ts'
import { outboundCalls } from '../outbound-http/test/outbound-calls.ts'
import { giteaForge } from './gitea.ts'
import { githubForge } from './github.ts'
import { gitlabForge } from './gitlab.ts'
import type { ForgeRepository, RemoteForgeOptions } from './port.ts'
import { useGithub } from './test/forge-stand-ins.ts'

const calls = useStarted(async () => outboundCalls())
const standIn = useGithub()
let count = 0

describe('the account of the installation', () => {
  const forge = (account: RemoteForgeOptions['account']) =>
    githubForge({ outboundHttp: calls, log: createLog('silent'), account })

  async function repositoryAt(base_url: string | null): Promise<ForgeRepository> {
    const full_name = `acme/account-${count++}`
    await standIn.createRepository(full_name)
    return { workspace_id: 'wsp_1', full_name, base_url, access_token: null }
  }

  test('is used at its own address, named or not', async () => {
    const own = forge({ base_url: standIn.url, token: standIn.token })
    for (const address of [null, standIn.url, `${standIn.url}/`])
      expect(await own.readRepository(await repositoryAt(address))).toMatchObject({ can_push: true })
  })

  test('is never sent to an address that somebody names', async () => {
    const repository = await repositoryAt(standIn.url)
    const before = standIn.calls.length
    for (const account of [
      { base_url: null, token: 'token-of-the-installation' },
      { base_url: 'https://git.example.com', token: 'token-of-the-installation' },
      { base_url: `${standIn.url}/below`, token: 'token-of-the-installation' },
      { base_url: standIn.url.replace('127.0.0.1', 'localhost'), token: 'token-of-the-installation' },
      { base_url: null, token: null },
      null,
    ]) {
      await expect(forge(account).readRepository(repository)).rejects.toMatchObject({
        fault: 'access_denied',
      })
      await expect(forge(account).remote(repository)).rejects.toMatchObject({ fault: 'access_denied' })
    }
    expect(standIn.calls).toHaveLength(before)
  })

  test('gives way to the token of a connection', async () => {
    const own = forge({ base_url: standIn.url, token: 'token-of-the-installation' })
    const repository = { ...(await repositoryAt(null)), access_token: standIn.token }
    expect(await own.readRepository(repository)).toMatchObject({ can_push: true })
  })

  test('a token or an address that cannot be is refused before anything is sent', async () => {
    const repository = await repositoryAt(standIn.url)
    const before = standIn.calls.length
    const odd = { ...repository, access_token: 'a\r\nx-evil: 1' }
    await expect(forge(null).readRepository(odd)).rejects.toMatchObject({ fault: 'access_denied' })
    for (const base_url of ['ftp://example.com', 'http://user:pass@example.com', 'nonsense'])
      await expect(forge(null).readRepository({ ...odd, base_url })).rejects.toMatchObject({
        fault: 'unreachable',
      })
    expect(standIn.calls).toHaveLength(before)
  })
})

test.each([
  [githubForge, null, 'https://api.github.com/repos/acme/shop'],
  [githubForge, 'https://github.com/', 'https://api.github.com/repos/acme/shop'],
  [githubForge, 'https://acme.ghe.com', 'https://api.acme.ghe.com/repos/acme/shop'],
  [githubForge, 'https://git.example.com', 'https://git.example.com/api/v3/repos/acme/shop'],
  [gitlabForge, null, 'https://gitlab.com/api/v4/projects/acme%2Fshop'],
  [gitlabForge, 'https://example.com/gitlab', 'https://example.com/gitlab/api/v4/projects/acme%2Fshop'],
  [giteaForge, null, 'https://gitea.com/api/v1/repos/acme/shop'],
  [giteaForge, 'https://codeberg.org', 'https://codeberg.org/api/v1/repos/acme/shop'],
])('%# the API is at its own address', async (make, base_url, url) => {
  const asked: string[] = []
  const outboundHttp = {
    ...calls,
    send: async (request: { url: string }) => {
      asked.push(request.url)
      return { kind: 'failed', error_type: 'timeout', message: '', durationMs: 0, sent: false } as const
    },
  }
  const forge = make({ outboundHttp, log: createLog('silent'), account: null })
  const repository = { workspace_id: 'wsp_1', full_name: 'acme/shop', base_url, access_token: 'token' }
  await expect(forge.readRepository(repository)).rejects.toMatchObject({ fault: 'unreachable' })
  expect(asked).toEqual([url])
})
