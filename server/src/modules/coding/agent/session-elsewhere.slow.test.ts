/** A whole session at a forge elsewhere, from the connection to the merge, through the API alone. */
import { expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { useGit } from '../../../ports/git/test/git-program.ts'
import {
  type ForgeStandIn,
  useGitea,
  useGithub,
  useGitlab,
} from '../../../ports/git-forge/test/forge-stand-ins.ts'

const { git, folder } = useGit()
const app = useApp({ data_dir: folder, rate_limits: 'off', outbound_allow: ['127.0.0.0/8'] }, { git })
const { owner } = useTeam(app)
const github = useGithub()
const forges: ['github' | 'gitlab' | 'gitea', ForgeStandIn][] = [
  ['github', github],
  ['gitlab', useGitlab()],
  ['gitea', useGitea()],
]
let count = 0

async function connect(provider: 'github' | 'gitlab' | 'gitea', forge: ForgeStandIn) {
  const { id: app_id } = await app.make.app(owner)
  const full_name = `acme/shop-${++count}`
  const repository = await forge.createRepository(full_name, {
    files: { 'README.md': '# Shop\n', 'src/hello.js': "export const hello = 'Hello'\n" },
  })
  const { url: base_url, token: access_token } = forge
  await app.as(owner).repository.connect({ app_id }, { provider, full_name, base_url, access_token })
  return { app_id, repository }
}

async function carryOut(app_id: string, prompt: string) {
  const { id: session_id } = await app
    .as(owner)
    .coding.launch({ app_id }, { prompt, title: 'Take notes' }, { idempotency_key: `elsewhere-${++count}` })
  await app.atrium.jobs.drain()
  return app.as(owner).coding.read({ app_id, session_id })
}

test.each(forges)(
  'at %s a session opens a pull request, which is reviewed and merged here',
  async (provider, forge) => {
    const { app_id, repository } = await connect(provider, forge)
    const session = await carryOut(app_id, 'Add a file notes.txt with "One note".')
    expect(session).toMatchObject({
      ...{ state: 'completed', outcome: 'pull_request', error_code: null },
      pull_request: { number: 1, state: 'open', provider, commits: 1, changed_files: 1, additions: 1 },
    })
    const at = { app_id, number: 1 }
    const client = app.as(owner)
    const shown = await client.pull_requests.read(at)
    expect(shown).toMatchObject({ mergeable: true, url: expect.stringContaining(forge.url) })
    expect((await client.pull_requests.list({ app_id })).items).toMatchObject([{ number: 1 }])
    const { files } = await client.pull_requests.diff(at)
    expect(files).toMatchObject([
      { path: 'notes.txt', status: 'added', patch: expect.stringContaining('+One note') },
    ])
    await client.pull_requests.comment(at, { body: 'Looks good.' })
    const comments = await client.pull_requests.list_comments(at)
    expect(comments.items).toMatchObject([{ body: 'Looks good.' }])
    const { head_sha } = shown
    const merged = await client.pull_requests.merge(at, { method: 'squash', head_sha })
    expect(merged).toMatchObject({ state: 'merged', merged_at: expect.any(String) })
    expect(await repository.read('main', 'notes.txt')).toContain('One note')
    await expect(client.pull_requests.merge(at, {})).rejects.toEqual(refusal(409, 'pull_request_closed'))
  },
)

test('a pull request whose answer is lost is opened once', async () => {
  const { app_id, repository } = await connect('github', github)
  const isCreation = /\/(?:pulls|merge_requests)$/
  github.faultOf = ({ method, path }) => {
    if (method !== 'POST' || !isCreation.test(path)) return 'none'
    github.faultOf = null
    return 'lose answer'
  }
  const session = await carryOut(app_id, 'Add a file more.txt with "More".')
  expect(session).toMatchObject({ state: 'completed', pull_request: { number: 1 } })
  expect(repository.pulls).toHaveLength(1)
})

test('a token that is taken back ends a session, and shows nowhere', async () => {
  const { app_id, repository } = await connect('github', github)
  github.faultOf = () => ({ status: 401, body: { message: `Bad credentials ${github.token}` } })
  const session = await carryOut(app_id, 'Add a file more.txt with "More".')
  github.faultOf = null
  expect(session).toMatchObject({ state: 'failed', pull_request: null })
  expect(JSON.stringify(session)).not.toContain(github.token)
  expect(repository.pulls).toEqual([])
})
