/** Folders whose names nobody vouches for: they are bytes, and not all of them are text. */
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'

export function listFolder(folder: Buffer): Promise<Dirent<Buffer>[]> {
  return readdir(folder, { withFileTypes: true, encoding: 'buffer' })
}

export function pathIn(folder: Buffer, name: Buffer | string): Buffer {
  return Buffer.concat([folder, SLASH, Buffer.from(name)])
}

const SLASH = Buffer.from('/')
