import { expect, test } from 'vitest'
import { curlOf, headersIn, readableBody, withQuery } from './invoke-request.ts'

test('headers are read a line each, and one that is none is named', () => {
  expect(headersIn('X-Kind: a: b\n\n accept:*/*')).toEqual({
    headers: [
      ['x-kind', 'a: b'],
      ['accept', '*/*'],
    ],
  })
  expect(headersIn('')).toEqual({ headers: [] })
  expect(headersIn('accept: */*\nnothing')).toEqual({ fault: '“nothing” is no header; write name: value.' })
  expect(headersIn('na me: x')).toHaveProperty('fault')
  expect(headersIn('name: ☃')).toHaveProperty('fault')
})

test('a query may be typed with its question mark or without', () => {
  expect(withQuery('/f', ' ?a=1 ')).toBe('/f?a=1')
  expect(withQuery('/f', 'a=1')).toBe('/f?a=1')
  expect(withQuery('/f', '')).toBe('/f')
})

test('the command for a terminal holds nothing that a shell would read', () => {
  const call = {
    method: 'POST',
    query: 'a=1&b=2',
    headers: 'x-own: $HOME',
    body: `{"it's": "$(id)"}`,
  } as const
  expect(curlOf('https://a.example/api/f', call, 'app').split(' \\\n  ')).toEqual([
    `curl -i -X POST 'https://a.example/api/f?a=1&b=2'`,
    '-H "Authorization: Bearer $ATRIUM_TOKEN"',
    `-H 'x-own: $HOME'`,
    `--data-binary '{"it'\\''s": "$(id)"}'`,
  ])
  const bare = { method: 'GET', query: '', headers: '', body: 'unused' } as const
  expect(curlOf('https://a.example/api/f', bare, 'anyone')).toBe(`curl -i -X GET 'https://a.example/api/f'`)
})

test('JSON is shown with its lines', () => {
  expect(readableBody('{"a":1}', 'application/json; charset=utf-8')).toBe('{\n  "a": 1\n}')
  expect(readableBody('{"a":', 'application/json')).toBe('{"a":')
  expect(readableBody('{"a":1}', 'text/plain')).toBe('{"a":1}')
  expect(readableBody('plain', null)).toBe('plain')
})
