import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Below it, the headers of an answer are longer than what would be saved. */
const LEAST_BYTES = 256
/** Larger ones are compressed less well, so that publishing stays quick. */
const LARGE_BYTES = 1024 * 1024

/** Both forms of a content, each null unless it is smaller. Runs in the threads of Node, not in its loop. */
export async function compressContent(
  bytes: Buffer,
): Promise<{ brotli: Buffer | null; gzip: Buffer | null }> {
  if (bytes.length < LEAST_BYTES) return { brotli: null, gzip: null }
  const isLarge = bytes.length > LARGE_BYTES
  const [small, smaller] = await Promise.all([
    promisify(gzip)(bytes, { level: isLarge ? 6 : 9 }),
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: isLarge ? 5 : 9,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  ])
  return {
    brotli: smaller.length < bytes.length ? smaller : null,
    gzip: small.length < bytes.length ? small : null,
  }
}
