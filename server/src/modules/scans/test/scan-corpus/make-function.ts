/** Backend functions for tests. */
import type { FunctionInput } from '../../scanner/functions/scan-function.ts'
import type { ScannedFunction } from '../../scanner/snapshot.ts'

export interface FunctionCase {
  /** The rule that must find it; null for clean code. */
  rule: string | null
  fn: ScannedFunction
}

type Options = Partial<Pick<ScannedFunction, 'name' | 'access' | 'is_automated'>> & {
  files?: Record<string, string>
}

/** The body of a handler, with the client of the SDK as `app`. */
export function handler(rule: string | null, body: string, options: Options = {}): FunctionCase {
  return whole(
    rule,
    `import { createClientFromRequest } from '@atrium/sdk'
Deno.serve(async (request, { waitUntil }) => {
  const app = createClientFromRequest(request)
  ${body}
})`,
    options,
  )
}

export function whole(
  rule: string | null,
  text: string,
  { files = {}, ...options }: Options = {},
): FunctionCase {
  const more = Object.entries(files).map(([path, content]) => ({ path, text: content }))
  return {
    rule,
    fn: {
      name: 'orders',
      access: 'app',
      is_automated: false,
      ...options,
      entry: 'index.ts',
      files: [{ path: 'index.ts', text }, ...more],
    },
  }
}

export const OPEN = { access: 'anyone' } as const

/** As the scanner takes it, in an app that people sign in to unless another is named. */
export const inApp = (fn: ScannedFunction, public_settings = 'public_with_login'): FunctionInput => ({
  app: { public_settings },
  fn,
})

/** Statements of a handler's body. */
export const lines = (...all: string[]): string => all.join('\n  ')
export const OK = 'return Response.json({ ok: true })'
export const FORBIDDEN = "return new Response('forbidden', { status: 403 })"
