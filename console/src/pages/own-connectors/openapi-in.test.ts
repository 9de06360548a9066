import { expect, test } from 'vitest'
import { openapiIn } from './openapi-in.ts'

test('a description is a JSON object', () => {
  expect(openapiIn(' {"openapi": "3.1.0"} ')).toEqual({ openapi: { openapi: '3.1.0' } })
})

test.each([
  ['', 'Choose a file or paste the description first.'],
  ['  \n', 'Choose a file or paste the description first.'],
  ['[1]', 'This is no JSON object.'],
  ['null', 'This is no JSON object.'],
  ['{"openapi": ', 'This is no JSON object.'],
  ['openapi: 3.1.0\ninfo:', 'This is YAML. Convert it to JSON first; most tools for OpenAPI can.'],
  ['# ours\n---\nswagger: "2.0"', 'This is YAML. Convert it to JSON first; most tools for OpenAPI can.'],
  [`{"a": "${'é'.repeat(2_200_000)}"}`, 'It is larger than 4 MB.'],
])('what is none is refused here: %#', (text, fault) => {
  expect(openapiIn(text)).toEqual({ fault })
})
