import { MAX_SECRET_BYTES } from '@atrium/contract/secrets'
import type { ValidationRow } from '../../../platform/errors.ts'

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/
/** What the process that runs a function, or the system below it, reads for itself. */
const RESERVED =
  /^(atrium_.*|deno_.*|node_.*|npm_.*|ld_.*|dyld_.*|v8_.*|path|home|user|shell|tmpdir|temp|tmp|pwd|http_proxy|https_proxy|no_proxy|all_proxy|ssl_cert_file|ssl_cert_dir)$/i

/** What is wrong with these secrets, by name; never with a value in it. */
export function secretFaults(values: Readonly<Record<string, string>>): ValidationRow[] {
  return Object.entries(values).flatMap(([name, value]): ValidationRow[] => {
    const loc = ['body', name.slice(0, 128)]
    if (!NAME.test(name)) {
      const msg = 'A name has letters, digits and _, at most 128, and does not begin with a digit'
      return [{ loc, type: 'string_pattern_mismatch', msg }]
    }
    if (RESERVED.test(name))
      return [{ loc, type: 'reserved', msg: 'This name belongs to the system; use another' }]
    if (Buffer.byteLength(value) > MAX_SECRET_BYTES) {
      return [{ loc, type: 'string_too_long', msg: `A value has at most ${MAX_SECRET_BYTES} bytes` }]
    }
    return []
  })
}
