import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { receiveHttp } from '../../../../test/receivers.ts'

export const S3_ACCOUNT = {
  bucket: 'test-files',
  region: 'eu-test-1',
  accessKeyId: 'AKIDTEST',
  secretAccessKey: 'a secret/that+only=tests use',
}

export interface S3Call {
  method: string
  url: string
  headers: IncomingMessage['headers']
}

/** What the next calls get instead of an answer. */
type Fault = { status: number } | 'cut' | 'break-off'

/** A stand-in for an S3 server: one bucket by path, every signature checked by the book. */
export async function startS3Server() {
  const objects = new Map<string, { bytes: Buffer; type: string }>()
  const calls: S3Call[] = []
  const faults: Fault[] = []
  const sending = new Set<ServerResponse>()

  const receiver = await receiveHttp(async (request, response) => {
    const bytes = await bodyOf(request)
    const { method = '', url = '' } = request
    calls.push({ method, url, headers: request.headers })
    const fault = faults.shift()
    if (fault === 'cut') return void request.socket.resetAndDestroy()
    if (fault && fault !== 'break-off') return answerError(response, fault.status, 'InternalError')
    const complaint = wrongSignature(request, bytes)
    if (complaint) return answerError(response, 403, complaint)
    const [bucket, ...key] = url.slice(1).split('/')
    if (bucket !== S3_ACCOUNT.bucket) return answerError(response, 404, 'NoSuchBucket')
    serve(request, response, key.join('/'), bytes, fault === 'break-off')
  })

  function serve(
    request: IncomingMessage,
    response: ServerResponse,
    key: string,
    body: Buffer,
    breaksOff: boolean,
  ) {
    const found = objects.get(key)
    if (request.method === 'PUT') {
      if (request.headers['content-length'] === undefined) {
        return answerError(response, 411, 'MissingContentLength')
      }
      objects.set(key, { bytes: body, type: String(request.headers['content-type']) })
      return void response.writeHead(200, { etag: `"${sha256(body)}"` }).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return void response.writeHead(204).end()
    }
    if (!found) return answerError(response, 404, 'NoSuchKey')
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    if (range && Number(range[1]) >= found.bytes.length) return answerError(response, 416, 'InvalidRange')
    const part = range ? found.bytes.subarray(Number(range[1]), Number(range[2]) + 1) : found.bytes
    response.writeHead(range ? 206 : 200, { 'content-type': found.type, 'content-length': part.length })
    if (request.method === 'HEAD') return void response.end()
    sending.add(response)
    response.once('close', () => sending.delete(response))
    if (!breaksOff) return void response.end(part)
    response.write(part.subarray(0, part.length / 2), () => response.socket?.resetAndDestroy())
  }

  return {
    endpoint: `http://127.0.0.1:${receiver.port}`,
    objects,
    calls,
    /** Files on their way that somebody still takes, or has forgotten. */
    sending,
    fail: (...next: Fault[]) => void faults.push(...next),
    close: receiver.close,
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk)
  } catch {
    // the client left; there is nobody to answer
  }
  return Buffer.concat(chunks)
}

function answerError(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>refused</Message></Error>`)
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/

/** Signature Version 4, written down from its description; null when all is well. */
function wrongSignature(request: IncomingMessage, body: Buffer): string | null {
  const { headers, method, url = '' } = request
  const match = AUTHORIZATION.exec(headers.authorization ?? '')
  if (!match) return 'AccessDenied'
  const [, keyId, day = '', region = '', names = '', given] = match
  if (keyId !== S3_ACCOUNT.accessKeyId) return 'InvalidAccessKeyId'
  if (region !== S3_ACCOUNT.region) return 'AuthorizationHeaderMalformed'
  const time = String(headers['x-amz-date'])
  const age = Math.abs(Date.now() - Date.parse(time.replace(TIME, '$1-$2-$3T$4:$5:$6Z')))
  if (!time.startsWith(day) || !(age < 15 * 60_000)) return 'RequestTimeTooSkewed'
  const payload = String(headers['x-amz-content-sha256'])
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const signed = names.split(';')
  for (const name of ['host', 'x-amz-date', 'x-amz-content-sha256']) {
    if (!signed.includes(name)) return 'AccessDenied'
  }
  const canonical = [
    method,
    url,
    '',
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    payload,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${S3_ACCOUNT.secretAccessKey}`,
  )
  const expected = createHmac('sha256', key)
    .update(['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n'))
    .digest('hex')
  return expected === given ? null : 'SignatureDoesNotMatch'
}

const TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

function sha256(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex')
}
