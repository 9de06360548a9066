/** Any server that speaks the S3 protocol: hosted, or one's own. Addressed by path, signed with Signature V4. */
import { createReadStream, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { rootCertificates } from 'node:tls'
import { AwsV4Signer } from 'aws4fetch'
import { Agent, type Dispatcher, request } from 'undici'
import { type ByteRange, FileMissing, type FileStorage, requireKey, StorageUnavailable } from './port.ts'
import { createSpool } from './spool.ts'

export interface S3Options {
  /** https://s3.eu-central-1.example.com, or any other address of the server. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Where files wait until they have arrived whole: the server wants to know their length first. */
  spoolFolder: string
  /** Further certificate authorities. */
  caFile: string | null
  timeoutMs?: number
  /** Before the second and the third try. */
  pausesMs?: readonly number[]
}

interface Call {
  method: 'PUT' | 'GET' | 'HEAD' | 'DELETE'
  key: string
  headers?: Record<string, string>
  /** Opened again for each try. */
  body?: () => NodeJS.ReadableStream
}

type Answer = Dispatcher.ResponseData

const LONGEST_COMPLAINT = 1_000

export function s3Storage(options: S3Options): FileStorage {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey, spoolFolder, caFile } = options
  const { timeoutMs = 30_000, pausesMs = [100, 400] } = options
  const spool = createSpool(spoolFolder)
  const signingKeys = new Map<string, ArrayBuffer>()
  const agent = new Agent({
    connect: {
      timeout: timeoutMs,
      ...(caFile !== null && { ca: [...rootCertificates, readFileSync(caFile, 'utf8')] }),
    },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })

  async function send({ method, key, headers = {}, body }: Call): Promise<Answer> {
    const url = `${endpoint.replace(/\/+$/, '')}/${bucket}/${key}`
    const signer = new AwsV4Signer({
      ...{ method, url, headers, accessKeyId, secretAccessKey, region },
      service: 's3',
      cache: signingKeys,
    })
    const signed = await signer.sign()
    return request(signed.url, {
      method,
      headers: Object.fromEntries(signed.headers),
      dispatcher: agent,
      body: body ? (body() as Dispatcher.DispatchOptions['body'] & object) : null,
    })
  }

  /** Every call may be repeated: it does the same again. */
  async function call(one: Call): Promise<Answer> {
    requireKey(one.key)
    for (let tried = 0; ; tried++) {
      const pause = pausesMs[tried]
      try {
        const answer = await send(one)
        if (answer.statusCode < 500 || pause === undefined) return answer
        await answer.body.dump()
      } catch (cause) {
        if (pause === undefined) {
          throw new StorageUnavailable(`The file storage does not answer (${(cause as Error).message}).`, {
            cause,
          })
        }
      }
      await sleep(pause)
    }
  }

  async function* read(key: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
    const headers = range && { range: `bytes=${range.start}-${range.end}` }
    const answer = await call({ method: 'GET', key, ...(headers && { headers }) })
    if (answer.statusCode === 404) {
      await answer.body.dump()
      throw new FileMissing(key)
    }
    if (answer.statusCode !== (range ? 206 : 200)) throw await complaint(answer)
    try {
      yield* answer.body
    } catch (cause) {
      throw new StorageUnavailable('The file storage broke off in the middle of a file.', { cause })
    }
  }

  return {
    read,
    async put(key, bytes, contentType) {
      requireKey(key)
      const { path, size, sha256 } = await spool(bytes)
      try {
        const headers = {
          'content-length': String(size),
          'content-type': contentType,
          'x-amz-content-sha256': sha256,
        }
        const answer = await call({ method: 'PUT', key, headers, body: () => createReadStream(path) })
        if (answer.statusCode !== 200) throw await complaint(answer)
        await answer.body.dump()
        return { size }
      } finally {
        await rm(path, { force: true })
      }
    },
    async size(key) {
      const answer = await call({ method: 'HEAD', key })
      await answer.body.dump()
      if (answer.statusCode === 404) return null
      if (answer.statusCode !== 200) throw await complaint(answer)
      return Number(answer.headers['content-length'])
    },
    async delete(key) {
      const answer = await call({ method: 'DELETE', key })
      if (answer.statusCode >= 300 && answer.statusCode !== 404) throw await complaint(answer)
      await answer.body.dump()
    },
    close: () => agent.close(),
  }
}

/** Servers say in XML what they did not like. */
async function complaint({ statusCode, body }: Answer): Promise<StorageUnavailable> {
  const text = (await body.text().catch(() => '')).slice(0, LONGEST_COMPLAINT)
  const code = /<Code>([^<]+)<\/Code>/.exec(text)?.[1]
  return new StorageUnavailable(`The file storage answered ${statusCode}${code ? ` ${code}` : ''}.`)
}
