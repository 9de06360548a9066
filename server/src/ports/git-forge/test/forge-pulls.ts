/** What a stand-in for a forge knows of pull requests, whatever its protocol calls them. */
import type { BareRepository } from './bare-repository.ts'

export interface StandInPull {
  number: number
  title: string
  body: string
  base: string
  head: string
  state: 'open' | 'closed' | 'merged'
  created_at: string
  merged_at: string | null
  /** Of the moment when it was merged or closed. */
  frozen: { base: string; head: string } | null
  comments: { id: number; body: string; author: string; created_at: string }[]
}

export interface PullFigures {
  base: string
  head: string
  mergeBase: string
  commits: string[]
  files: PullFile[]
  canMerge: boolean
}

export interface PullFile {
  path: string
  old_path: string
  status: 'A' | 'M' | 'D' | 'R'
  additions: number
  deletions: number
  is_binary: boolean
  /** With its heading, as git writes it. */
  text: string
}

export async function readFigures(repository: BareRepository, pull: StandInPull): Promise<PullFigures> {
  const { resolve } = repository
  const base = pull.frozen?.base ?? (await resolve(`refs/heads/${pull.base}`)) ?? ''
  const head = pull.frozen?.head ?? (await lastHead(repository, pull))
  const key = `${repository.folder} ${base} ${head}`
  const figures = known.get(key) ?? compare(repository, base, head)
  known.set(key, figures)
  return figures
}

/** What lies between two commits never changes. */
const known = new Map<string, Promise<PullFigures>>()

async function compare(repository: BareRepository, base: string, head: string): Promise<PullFigures> {
  const { git } = repository
  const mergeBase = (await git(['merge-base', base, head])).trim()
  const commits = (await git(['rev-list', `${base}..${head}`])).split('\n').filter(Boolean)
  return {
    base,
    head,
    mergeBase,
    commits,
    files: await readFiles(repository, mergeBase, head),
    canMerge: (await mergedTree(repository, base, head)) !== null,
  }
}

/** Forges hold the commits of a branch that goes. */
async function lastHead({ git, resolve }: BareRepository, { number, head }: StandInPull): Promise<string> {
  const held = `refs/pull/${number}/head`
  const commit = await resolve(`refs/heads/${head}`)
  if (commit === null) return (await resolve(held)) ?? ''
  await git(['update-ref', held, commit])
  return commit
}

async function readFiles({ git }: BareRepository, base: string, head: string): Promise<PullFile[]> {
  const words = (await git(['diff-tree', '-r', '-M', '-z', '--raw', '--numstat', base, head])).split('\0')
  const patch = await git(['diff-tree', '-r', '-M', '-p', base, head])
  const sections = patch.split(/^(?=diff --git )/m).filter((text) => text.startsWith('diff --git '))
  const files: PullFile[] = []
  let at = 0
  while (words[at]?.startsWith(':')) {
    const status = words[at++]?.split(' ')[4]?.charAt(0) as PullFile['status']
    const old_path = words[at++] ?? ''
    const path = status === 'R' ? (words[at++] ?? '') : old_path
    const text = sections[files.length] ?? ''
    files.push({ path, old_path, status, additions: 0, deletions: 0, is_binary: false, text })
  }
  for (const file of files) {
    const [added = '', deleted = '', name = ''] = (words[at++] ?? '').split('\t')
    if (name === '') at += 2
    file.additions = Number(added) || 0
    file.deletions = Number(deleted) || 0
    file.is_binary = added === '-'
  }
  return files
}

/** The tree of both together; null where they conflict. */
async function mergedTree({ git }: BareRepository, base: string, head: string): Promise<string | null> {
  try {
    return (await git(['merge-tree', '--write-tree', base, head])).trim()
  } catch {
    return null
  }
}

/** Returns the commit; null where the branches conflict. */
export async function mergePull(
  repository: BareRepository,
  pull: StandInPull,
  method: 'merge' | 'squash',
): Promise<string | null> {
  const { base, head } = await readFigures(repository, pull)
  const tree = await mergedTree(repository, base, head)
  if (tree === null) return null
  const parents = method === 'merge' ? ['-p', base, '-p', head] : ['-p', base]
  const message = method === 'merge' ? `Merge #${pull.number}` : `${pull.title} (#${pull.number})`
  const commit = (await repository.git(['commit-tree', tree, ...parents, '-m', message])).trim()
  await repository.git(['update-ref', `refs/heads/${pull.base}`, commit, base])
  Object.assign(pull, { state: 'merged', merged_at: new Date().toISOString(), frozen: { base, head } })
  return commit
}

export async function closePull(repository: BareRepository, pull: StandInPull): Promise<void> {
  const { base, head } = await readFigures(repository, pull)
  Object.assign(pull, { state: 'closed', frozen: { base, head } })
}
