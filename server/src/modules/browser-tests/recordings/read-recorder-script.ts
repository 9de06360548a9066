import { readFileSync } from 'node:fs'
import type { OutgoingBytes } from '@atrium/contract'
import type { AnswerHeaders, Visitor } from '../../../platform/http/visitor.ts'
import type { Deps } from '../deps.ts'

/** In the order in which they use each other. */
const FILES = ['names.js', 'targets.js', 'sender.js', 'panel.js', 'record.js']

export async function readRecorderScript(
  _deps: Deps,
  _visitor: Visitor,
  _input: unknown,
  headers: AnswerHeaders,
): Promise<OutgoingBytes> {
  headers.set('Content-Type', 'text/javascript; charset=utf-8')
  headers.set('Cache-Control', 'public, max-age=3600')
  headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
  return { bytes: once(recorderScript()) }
}

let script: Buffer | null = null

/** One script of the files next to this one: what they import of each other is there in the one function around all. */
function recorderScript(): Buffer {
  script ??= Buffer.from(`(() => {\n'use strict'\n${FILES.map(partOf).join('\n')}\n})()\n`)
  return script
}

function partOf(name: string): string {
  return readFileSync(new URL(`recorder/${name}`, import.meta.url), 'utf8')
    .replaceAll(/^import .*\n/gm, '')
    .replaceAll(/^export /gm, '')
    .replaceAll(/^ *(\/\*\*[^\n]*\*\/|\/\/[^\n]*)\n/gm, '')
    .replaceAll(/^ *\/\*\*[\s\S]*?\*\/\n/gm, '')
    .replaceAll(/^ +/gm, '')
}

async function* once(bytes: Buffer) {
  yield bytes
}
