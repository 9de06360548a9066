// Writes openapi.json from the contract. Run after a change to the contract; the checks fail while it is stale.
import { writeFileSync } from 'node:fs'
import { allOperations } from '@atrium/contract'
import { openApi } from '../server/src/platform/http/openapi.ts'

const LINE = 110

writeFileSync(new URL('../openapi.json', import.meta.url), `${text(openApi(allOperations), '')}\n`)

/** What fits into a line stays in it: half the size of a line for each value, and easier to read. */
function text(value: unknown, indent: string): string {
  const whole = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + whole.length <= LINE) return whole
  const inner = `${indent} `
  const lines = Array.isArray(value)
    ? value.map((item) => text(item, inner))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${JSON.stringify(key)}: ${text(item, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${lines.map((line) => inner + line).join(',\n')}\n${indent}${close}`
}
