import { MAX_SITE_BYTES, MAX_SITE_FILE_BYTES, MAX_SITE_FILES } from '@atrium/contract/hosting'
import { describe, expect, test } from 'vitest'
import {
  contentHashOf,
  contentTypeOf,
  isCompressible,
  isHashed,
  isPage,
  isPublished,
  isTooLarge,
} from './site-rules.ts'

test('a name has a hash in it when it could only have been made from a content', () => {
  const hashed = [
    'assets/index-B3x9kQz2.js',
    'assets/logo.3f2a9c1d.png',
    'static/js/main.3f2a9c1d.chunk.js',
    'chunk-AB12CD34.js',
    '_next/static/9f8e7d6c5b4a39281706.css',
  ]
  const plain = [
    'index.html',
    'my-component.js',
    'report-20261115.pdf',
    'photo-summer24.jpg',
    'v2-release2024.pdf',
    'jquery-3.7.1.min.js',
    'HelloWorld.js',
    'B3x9kQz2/index.html',
    'deadbeef.css',
    'B3x9kQz2',
  ]
  expect(hashed.filter((path) => !isHashed(path))).toEqual([])
  expect(plain.filter(isHashed)).toEqual([])
})

describe('a revision', () => {
  test('is too large by the number of files, by one of them, or by all together', () => {
    const many = (count: number, size: number) => Array.from({ length: count }, () => size)
    expect(isTooLarge(many(MAX_SITE_FILES, 1))).toBe(false)
    expect(isTooLarge(many(MAX_SITE_FILES + 1, 1))).toBe(true)
    expect(isTooLarge([MAX_SITE_FILE_BYTES])).toBe(false)
    expect(isTooLarge([MAX_SITE_FILE_BYTES + 1])).toBe(true)
    expect(isTooLarge(many(4, MAX_SITE_BYTES / 4))).toBe(false)
    expect(isTooLarge([...many(4, MAX_SITE_BYTES / 4), 1])).toBe(true)
  })

  test('is the same as another with the same names and contents, in any order', () => {
    const [a, b] = [
      { path: 'a', hash: '1' },
      { path: 'b', hash: '2' },
    ]
    expect(contentHashOf([a, b])).toBe(contentHashOf([b, a]))
    expect(contentHashOf([a, b])).not.toBe(
      contentHashOf([
        { path: 'a', hash: '2' },
        { path: 'b', hash: '1' },
      ]),
    )
    expect(contentHashOf([a])).not.toBe(contentHashOf([a, b]))
  })

  test('has no hidden files, and of the whole code no functions', () => {
    expect(isPublished('.well-known/x', 'dist')).toBe(true)
    expect(isPublished('functions/x', 'dist')).toBe(true)
    expect(isPublished('functions/x', '.')).toBe(false)
    for (const path of ['.env', 'a/.env', '.git/config', 'node_modules/x', 'a/node_modules/x']) {
      expect(isPublished(path, 'dist')).toBe(false)
    }
  })
})

test('types say how their text is written, and which of them are worth compressing', () => {
  expect(contentTypeOf('a.svg')).toBe('image/svg+xml; charset=utf-8')
  expect(contentTypeOf('a.JS')).toBe('application/javascript; charset=utf-8')
  expect(contentTypeOf('a')).toBe('application/octet-stream')
  for (const path of ['a.html', 'a.js', 'a.json', 'a.svg', 'a.wasm', 'a.ttf', 'a.ico', 'a.webmanifest']) {
    expect([path, isCompressible(contentTypeOf(path))]).toEqual([path, true])
  }
  for (const path of ['a.png', 'a.jpg', 'a.woff2', 'a.mp4', 'a.zip', 'a']) {
    expect([path, isCompressible(contentTypeOf(path))]).toEqual([path, false])
  }
  expect(isPage(contentTypeOf('a.html'))).toBe(true)
  expect(isPage(contentTypeOf('a.xhtml'))).toBe(true)
  expect(isPage(contentTypeOf('a.js'))).toBe(false)
})
