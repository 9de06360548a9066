/** A repository without a work tree, as tests and stand-ins change and read it: by git itself, not by our port. */
import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import type { ChangedRepository } from '../conformance.ts'

export interface BareRepository extends ChangedRepository {
  git(args: readonly string[], more?: { input?: string }): Promise<string>
}

/** 2026-01-01; each commit is a second younger. */
const SECONDS = 1_767_225_600

const AUTHOR = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
}

export function bareRepository(folder: string): BareRepository {
  let count = 0

  const git: BareRepository['git'] = (args, { input } = {}) =>
    new Promise((resolve, reject) => {
      const child = execFile(
        'git',
        ['--git-dir', folder, ...args],
        {
          env: {
            PATH: process.env.PATH,
            HOME: folder,
            GIT_CONFIG_NOSYSTEM: '1',
            LC_ALL: 'C',
            ...AUTHOR,
          },
          maxBuffer: 64 * 1024 * 1024,
        },
        (error, stdout, stderr) =>
          error
            ? reject(new Error(`git ${args[0]}: ${stderr || stdout}`, { cause: error }))
            : resolve(stdout),
      )
      child.stdin?.on('error', () => {}) // it may be done before it has read all
      child.stdin?.end(input ?? '')
    })

  async function resolve(ref: string): Promise<string | null> {
    try {
      return (await git(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`])).trim()
    } catch {
      return null
    }
  }

  return {
    folder,
    git,
    resolve,
    async commit(branch, files, from) {
      const parent = (await resolve(`refs/heads/${branch}`)) ?? (from ? await resolve(from) : null)
      const message = `Change ${Object.keys(files).join(', ')}`
      const changes = Object.entries(files).map(([path, content]) =>
        content === null ? `D ${path}\n` : `M 100644 inline ${path}\n${data(content)}`,
      )
      const input = [
        `commit refs/heads/${branch}\nmark :1\ncommitter Ada <ada@example.com> ${SECONDS + count++} +0000\n`,
        data(message),
        parent ? `from ${parent}\n` : '',
        ...changes,
        'get-mark :1\n',
      ].join('')
      return (await git(['fast-import', '--quiet', '--force'], { input })).trim()
    },
    async read(ref, path) {
      try {
        return await git(['cat-file', 'blob', `${ref}:${path}`])
      } catch {
        return null
      }
    },
    parents: async (ref) => (await git(['log', '-1', '--format=%P', ref])).split(/\s+/).filter(Boolean),
    moveBranch: async (branch, commit) => void (await git(['update-ref', `refs/heads/${branch}`, commit])),
    deleteBranch: async (branch) => void (await git(['update-ref', '-d', `refs/heads/${branch}`])),
  }
}

const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`

/** An empty one, that is pushed to over HTTP. */
export async function createBareRepository(folder: string, branch = 'main'): Promise<BareRepository> {
  await mkdir(folder, { recursive: true })
  const repository = bareRepository(folder)
  await repository.git(['init', '--quiet', '--bare', `--initial-branch=${branch}`])
  await repository.git(['config', 'http.receivepack', 'true'])
  return repository
}
