/** How git writes files, folders and commits down: https://git-scm.com/book/en/v2/Git-Internals-Git-Objects */
import { createHash } from 'node:crypto'
import type { Commit, CommitDraft, Person } from './port.ts'

export type ObjectType = 'blob' | 'tree' | 'commit'

/** An entry of a folder. Only plain files and folders are ever written; others may be met in foreign repositories. */
export interface TreeEntry {
  mode: string
  name: string
  id: string
}

export const FILE_MODE = '100644'
export const TREE_MODE = '40000'
const PLAIN_FILES = new Set([FILE_MODE, '100755', '100664'])

export const isFolder = ({ mode }: TreeEntry): boolean => mode === TREE_MODE
export const isPlainFile = ({ mode }: TreeEntry): boolean => PLAIN_FILES.has(mode)

/** The bytes that are hashed and, compressed, stored. */
export function encodeObject(type: ObjectType, body: Uint8Array): { id: string; bytes: Buffer } {
  const bytes = Buffer.concat([Buffer.from(`${type} ${body.length}\0`), body])
  return { id: createHash('sha1').update(bytes).digest('hex'), bytes }
}

export function decodeObject(bytes: Buffer): { type: string; body: Buffer } {
  const end = bytes.indexOf(0)
  const [, type = '', length = ''] = /^(\w+) (\d+)$/.exec(bytes.toString('latin1', 0, Math.max(end, 0))) ?? []
  const body = bytes.subarray(end + 1)
  if (type === '' || body.length !== Number(length)) throw new Error('This is not an object of git')
  return { type, body }
}

export function encodeTree(entries: Iterable<TreeEntry>): Buffer {
  const parts = [...entries].sort(inTreeOrder).map(({ mode, name, id }) => {
    return Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')])
  })
  return Buffer.concat(parts)
}

export function decodeTree(body: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = []
  for (let at = 0; at < body.length; ) {
    const space = body.indexOf(0x20, at)
    const end = body.indexOf(0, space)
    if (space < 0 || end < 0 || end + 21 > body.length) throw new Error('A folder breaks off')
    entries.push({
      mode: body.toString('latin1', at, space),
      name: body.toString('utf8', space + 1, end),
      id: body.toString('hex', end + 1, end + 21),
    })
    at = end + 21
  }
  return entries
}

/** By bytes, and a folder as if its name ended in a slash. */
function inTreeOrder(a: TreeEntry, b: TreeEntry): number {
  const key = (entry: TreeEntry) => Buffer.from(isFolder(entry) ? `${entry.name}/` : entry.name)
  return Buffer.compare(key(a), key(b))
}

export function encodeCommit(tree: string, { parent, message, author, at }: CommitDraft): Buffer {
  const who = `${personText(author)} ${Math.floor(at.getTime() / 1000)} +0000`
  const lines = [
    `tree ${tree}`,
    ...(parent === null ? [] : [`parent ${parent}`]),
    `author ${who}`,
    `committer ${who}`,
    '',
    message.endsWith('\n') ? message : `${message}\n`,
  ]
  return Buffer.from(lines.join('\n'))
}

export function decodeCommit(id: string, body: Buffer): Commit & { tree: string } {
  const text = body.toString('utf8')
  const blank = text.indexOf('\n\n')
  const head = text.slice(0, blank)
  const tree = /^tree ([0-9a-f]{40})$/m.exec(head)?.[1]
  const author = /^author (.*) <(.*)> (\d+) [+-]\d{4}$/m.exec(head)
  if (tree === undefined || !author) throw new Error(`${id} is not a commit that can be read`)
  return {
    id,
    tree,
    parent: /^parent ([0-9a-f]{40})$/m.exec(head)?.[1] ?? null,
    message: text.slice(blank + 2).replace(/\n$/, ''),
    author: { name: author[1] ?? '', email: author[2] ?? '' },
    at: new Date(Number(author[3]) * 1000),
  }
}

/** Nothing in a name may end its line or its place. */
function personText({ name, email }: Person): string {
  const plain = (text: string) => text.replace(/[\p{Cc}<>]/gu, '').trim()
  return `${plain(name) || 'Unknown'} <${plain(email)}>`
}
