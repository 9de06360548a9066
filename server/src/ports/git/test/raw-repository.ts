/** Repositories as no git would make them: every object is written by hand. */
import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deflateSync } from 'node:zlib'

export type Entry = readonly [mode: string, name: string | Buffer, id: string]

export interface RawRepository {
  readonly folder: string
  blob(content: string | Buffer): string
  /** In the order in which they are given. */
  tree(...entries: Entry[]): string
  commit(tree: string, parents?: readonly string[]): string
  tag(object: string, type: string): string
  ref(name: string, id: string): void
  /** Any file of what git keeps. */
  write(path: string, content: string, mode?: number): void
}

export const FILE = '100644'
export const LINK = '120000'
export const FOLDER = '40000'
export const SUBMODULE = '160000'

export function makeRawRepository(folder: string): RawRepository {
  const write = (path: string, content: string | Buffer, mode = 0o644) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content, { mode })
  }
  const object = (type: string, content: Buffer) => {
    const whole = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content])
    const id = createHash('sha1').update(whole).digest('hex')
    write(`objects/${id.slice(0, 2)}/${id.slice(2)}`, deflateSync(whole, { level: 1 }))
    return id
  }
  mkdirSync(join(folder, 'refs/heads'), { recursive: true })
  write('HEAD', 'ref: refs/heads/main\n')
  write('config', '[core]\n\trepositoryformatversion = 0\n\tbare = true\n')
  write('packed-refs', '')
  const who = 'Eve <eve@example.com> 1763380800 +0000'
  return {
    folder,
    blob: (content) => object('blob', Buffer.from(content)),
    tree: (...entries) =>
      object(
        'tree',
        Buffer.concat(
          entries.flatMap(([mode, name, id]) => [
            Buffer.from(`${mode} `),
            Buffer.from(name),
            Buffer.from([0]),
            Buffer.from(id, 'hex'),
          ]),
        ),
      ),
    commit: (tree, parents = []) => {
      const lines = [
        `tree ${tree}`,
        ...parents.map((id) => `parent ${id}`),
        `author ${who}`,
        `committer ${who}`,
      ]
      return object('commit', Buffer.from(`${lines.join('\n')}\n\nTake it\n`))
    },
    tag: (id, type) =>
      object('tag', Buffer.from(`object ${id}\ntype ${type}\ntag t\ntagger ${who}\n\nTag\n`)),
    ref: (name, id) => appendFileSync(join(folder, 'packed-refs'), `${id} ${name}\n`),
    write,
  }
}
