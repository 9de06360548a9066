/** Which file of a revision a path means. */
import type { ServedFile } from '../file-store.ts'
import { decodePath } from '../site-address.ts'

export type Files = ReadonlyMap<string, ServedFile>

export type Found =
  | { kind: 'file'; file: ServedFile; status: 200 | 404 }
  /** A folder that is named without its slash: the path with it, encoded. */
  | { kind: 'folder'; path: string }
  | { kind: 'none' }

/** The path is still encoded; what it means is looked up in the files of the revision and nowhere else. */
export function findFile(files: Files, encoded: string, wantsPage: boolean): Found {
  const path = decodePath(encoded)
  if (path === null || !isClean(path)) return { kind: 'none' }
  const file = files.get(path === '' || path.endsWith('/') ? `${path}index.html` : path)
  if (file) return { kind: 'file', file, status: 200 }
  if (path !== '' && files.has(`${path}/index.html`)) {
    return { kind: 'folder', path: `${path.split('/').map(encodeURIComponent).join('/')}/` }
  }
  if (!wantsPage) return { kind: 'none' }
  const notFound = files.get('404.html')
  if (notFound) return { kind: 'file', file: notFound, status: 404 }
  const start = files.get('index.html')
  return start ? { kind: 'file', file: start, status: 200 } : { kind: 'none' }
}

/** Nothing in it could lead out of a folder on any system, so that it is refused and not taken for a page of the app. */
function isClean(path: string): boolean {
  if (/[\0\\]/.test(path)) return false
  return !path
    .split('/')
    .some((name, at, all) => name === '.' || name === '..' || (name === '' && at < all.length - 1))
}
