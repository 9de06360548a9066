/// <reference path="./mime.d.ts" />
/** What a revision of a site may hold, and how its files are to be sent. */
import { createHash } from 'node:crypto'
import {
  MAX_SITE_BYTES,
  MAX_SITE_FILE_BYTES,
  MAX_SITE_FILES,
  MAX_SITE_PATH_BYTES,
} from '@atrium/contract/hosting'
import mime from 'mime'
import { pathProblem, takenPaths } from '../../platform/files/file-paths.ts'

export interface SiteFile {
  path: string
  bytes: Buffer
}

const MAX_DEPTH = 32

/** What is wrong with the path of a file; null when nothing is. */
export function sitePathProblem(path: string): string | null {
  return pathProblem(path, { bytes: MAX_SITE_PATH_BYTES, depth: MAX_DEPTH })
}

/** The paths that cannot stand next to others of the list, with what is in their way. */
export function clashingPaths(paths: readonly string[]): { path: string; by: string }[] {
  return takenPaths([], paths)
}

export function isTooLarge(sizes: readonly number[]): boolean {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  return (
    sizes.length > MAX_SITE_FILES ||
    total > MAX_SITE_BYTES ||
    sizes.some((size) => size > MAX_SITE_FILE_BYTES)
  )
}

/**
 * Whether a file below a published folder goes along: no hidden ones but `.well-known`, nothing of `node_modules`. Of
 * the whole code of an app its backend functions stay back too.
 */
export function isPublished(path: string, folder: string): boolean {
  const names = path.split('/')
  if (names.some((name) => name === 'node_modules' || (name.startsWith('.') && name !== '.well-known'))) {
    return false
  }
  return folder !== '.' || names[0] !== 'functions'
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Equal for revisions with the same files. */
export function contentHashOf(files: readonly { path: string; hash: string }[]): string {
  const lines = files.map(({ path, hash }) => `${path}\0${hash}\n`)
  return hashOf(Buffer.from(lines.sort().join('')))
}

export function contentTypeOf(path: string): string {
  const type = mime.getType(path) ?? 'application/octet-stream'
  return isText(type) ? `${type}; charset=utf-8` : type
}

export function isCompressible(contentType: string): boolean {
  const [type = ''] = contentType.split(';')
  return isText(type) || COMPRESSIBLE.has(type)
}

export function isPage(contentType: string): boolean {
  return /^(?:text\/html|application\/xhtml\+xml)(?:;|$)/.test(contentType)
}

/**
 * Whether a build tool wrote a hash of the content into the name, so that another content has another name: 8 letters
 * and digits with a capital, or at least 8 hexadecimal digits, and a digit and a letter in either.
 */
export function isHashed(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const parts = /^(?:.*[.-])?([\w-]{8,64})(?:\.\w+)+$/.exec(name)?.[1]?.split('-') ?? []
  const last = parts.at(-1) ?? ''
  if (!/\d/.test(last) || !/[A-Za-z]/.test(last)) return false
  return /^[0-9a-f]{8,64}$/.test(last) || (last.length === 8 && /[A-Z]/.test(last))
}

function isText(type: string): boolean {
  return (
    type.startsWith('text/') ||
    /^application\/(?:javascript|json|xml|manifest\+json)$|\+(?:json|xml)$/.test(type)
  )
}

const COMPRESSIBLE = new Set([
  'application/wasm',
  'application/vnd.ms-fontobject',
  'font/ttf',
  'font/otf',
  'image/bmp',
  'image/x-icon',
  'image/vnd.microsoft.icon',
])
