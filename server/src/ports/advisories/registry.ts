/** Asks a package registry, as `npm audit` does. */
import { gzipSync } from 'node:zlib'
import type { Log } from '../../platform/log.ts'
import type { OutboundHttp } from '../outbound-http/port.ts'
import {
  type Advisories,
  type Advisory,
  CVE,
  chooseId,
  GHSA,
  type InstalledVersions,
  readSeverity,
} from './port.ts'
import { CWE, fieldsOf, isFields, listOf, scoreOf, textOf, textsOf, WEB_ADDRESS } from './read-fields.ts'

const PACKAGES_A_CALL = 1_000
const MOST_BYTES = 4 * 1024 * 1024
const DEADLINE_MS = 20_000
/** The first, and one more. */
const TRIES = 2
const MOST_ADVISORIES_OF_PACKAGE = 500

export function registryAdvisories(options: {
  registryUrl: string
  outboundHttp: OutboundHttp
  log: Log
}): Advisories {
  const { registryUrl, outboundHttp, log } = options
  const url = `${registryUrl}/-/npm/v1/security/advisories/bulk`

  /** Null when there was no answer that can be read. */
  async function ask(body: Buffer, signal: AbortSignal): Promise<object | null> {
    for (let tried = 1; tried <= TRIES; tried++) {
      const outcome = await outboundHttp.send({
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/json',
          'content-encoding': 'gzip',
          accept: 'application/json',
        },
        body,
        deadlineMs: DEADLINE_MS,
        keepBody: MOST_BYTES,
        keepBodyWhen: 'always',
        signal,
      })
      signal.throwIfAborted()
      const answer = outcome.kind === 'answered' && outcome.status === 200 && !outcome.truncated
      const read = answer ? parse(outcome.body) : null
      if (read !== null) return read
      const why = outcome.kind === 'failed' ? outcome.error_type : outcome.status
      log.warn({ why, tried }, 'the registry gave no advisories')
      // To ask again changes nothing about a refusal.
      if (
        outcome.kind === 'answered' &&
        outcome.status >= 400 &&
        outcome.status < 500 &&
        outcome.status !== 429
      )
        return null
    }
    return null
  }

  return {
    async find(packages, signal) {
      const advisories: Advisory[] = []
      let missed = 0
      for (const part of partsOf(packages)) {
        // After one part without an answer the others would only wait as long again.
        const body = missed === 0 ? gzipSync(JSON.stringify(Object.fromEntries(part))) : null
        const answer = body && (await ask(body, signal))
        if (answer) advisories.push(...readAdvisories(answer, new Map(part)))
        else missed += part.length
      }
      return { advisories, unchecked: missed === 0 ? null : sentence(missed, packages.size) }
    },
  }
}

type Part = [name: string, versions: string[]][]

function* partsOf(packages: InstalledVersions): Generator<Part> {
  let part: Part = []
  for (const [name, versions] of packages) {
    part.push([name, [...versions]])
    if (part.length < PACKAGES_A_CALL) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

function sentence(missed: number, all: number): string {
  const which = missed === all ? 'Packages were' : `${missed} of ${all} packages were`
  return `${which} not looked up: the registry that is set up for advisories gave no usable answer.`
}

function parse(body: Buffer): object | null {
  try {
    const read: unknown = JSON.parse(body.toString('utf8'))
    return isFields(read) ? read : null
  } catch {
    return null
  }
}

/** Only of packages that were asked for. */
function readAdvisories(answer: object, asked: ReadonlyMap<string, unknown>): Advisory[] {
  return Object.entries(answer)
    .filter(([name]) => asked.has(name))
    .flatMap(([name, list]) =>
      listOf(list, MOST_ADVISORIES_OF_PACKAGE)
        .map((item) => readAdvisory(name, fieldsOf(item)))
        .filter((advisory) => advisory !== null),
    )
}

function readAdvisory(package_name: string, fields: Readonly<Record<string, unknown>>): Advisory | null {
  const address = textOf(fields.url, 500)
  const own = typeof fields.id === 'number' ? String(fields.id) : textOf(fields.id, 100)
  const named = [address.split('/').at(-1) ?? '', textOf(fields.github_advisory_id, 100), own]
  const id = chooseId(named.filter((one) => GHSA.test(one) || one === own))
  const vulnerable_range = textOf(fields.vulnerable_versions, 10_000)
  if (id === '' || vulnerable_range === '') return null
  return {
    id,
    package_name,
    title: textOf(fields.title, 300) || `Vulnerability in ${package_name}`,
    severity: readSeverity(fields.severity),
    vulnerable_range,
    cve_ids: textsOf(fields.cves, CVE, 20),
    cvss_score: scoreOf(fieldsOf(fields.cvss).score),
    cwe: textsOf([fields.cwe].flat(), CWE, 20),
    references: WEB_ADDRESS.test(address) ? [address] : [],
  }
}
