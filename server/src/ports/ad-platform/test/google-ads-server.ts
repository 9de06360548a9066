/** A stand-in for the Google Ads REST API and its token endpoint: accounts, changes, queries, errors and faults. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { receiveHttp } from '../../../../test/receivers.ts'
import { mutateAccount, ofCollection, type StandInError } from './google-ads/account.ts'
import { FIELDS } from './google-ads/fields.ts'
import { answerQuery, parseQuery, QueryFault, type StandInRow } from './google-ads/queries.ts'
import { rowsOf, type StandInAccount } from './google-ads/rows.ts'

export const MANAGER = '9990001111'
export const CREDENTIALS = {
  clientId: 'client-of-tests.apps.example.com',
  clientSecret: 'only-for-tests',
  refreshToken: '1//refresh-of-tests',
}

/** How a call goes wrong. `isApplied`: what was asked is done all the same. */
export interface GoogleFault {
  /** Which calls: a part of the path, such as `googleAds:mutate`. */
  on: string
  how: 'cut' | 'hang' | 'break-off' | 'unreadable' | { status: number; body?: object | string }
  isApplied?: boolean
  /** So many calls that fit pass first. */
  after?: number
}

export interface GoogleCall {
  path: string
  headers: IncomingMessage['headers']
  body: StandInRow
}

const ZONES = new Set(['America/New_York', 'Europe/Berlin', 'Africa/Abidjan'])
const CURRENCIES = new Set(['USD', 'EUR', 'ILS'])
const PAGE = 50

export async function startGoogleAdsServer() {
  const accounts = new Map<string, StandInAccount>()
  const calls: GoogleCall[] = []
  const faults: GoogleFault[] = []
  const tokens = new Set<string>()
  const places: StandInRow[] = [
    place('1014221', 'San Francisco', 'San Francisco,California,United States', 'US', 'City'),
    place('21137', 'California', 'California,United States', 'US', 'State'),
    place('2840', 'United States', 'United States', 'US', 'Country'),
    place('1005396', 'Annecy', 'Annecy,Auvergne-Rhone-Alpes,France', 'FR', 'City'),
    {
      ...place('1014222', 'San Old', 'San Old,California,United States', 'US', 'City'),
      status: 'REMOVAL_PLANNED',
    },
  ]
  let tokenSeconds = 3_600

  function takeFault(path: string): GoogleFault | undefined {
    const fault = faults.find(({ on }) => path.includes(on))
    if (fault?.after) fault.after -= 1
    else if (fault) return faults.splice(faults.indexOf(fault), 1)[0]
    return undefined
  }

  function grantToken(form: URLSearchParams): Answer {
    const isOurs =
      form.get('grant_type') === 'refresh_token' &&
      form.get('client_id') === CREDENTIALS.clientId &&
      form.get('client_secret') === CREDENTIALS.clientSecret &&
      form.get('refresh_token') === CREDENTIALS.refreshToken
    if (!isOurs) return [400, { error: 'invalid_grant', error_description: 'Bad Request' }]
    const access_token = `ya29.token-${tokens.size + 1}`
    tokens.add(access_token)
    return [200, { access_token, expires_in: tokenSeconds, token_type: 'Bearer' }]
  }

  function answer(path: string, headers: IncomingMessage['headers'], body: StandInRow): Answer {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    if (!tokens.has(token)) {
      return failure(401, 'UNAUTHENTICATED', [oneError('authenticationError', 'OAUTH_TOKEN_INVALID')])
    }
    if (headers['login-customer-id'] !== MANAGER) return notAllowed()
    if (path === '/v26/geoTargetConstants:suggest') return suggest(body)
    const [, customerId = '', call = ''] = /^\/v26\/customers\/(\d{10})(?:\/|:)([\w:]+)$/.exec(path) ?? []
    if (customerId === MANAGER && call === 'createCustomerClient') return createAccount(body.customerClient)
    if (customerId === MANAGER && call === 'googleAds:search') return search(body, managerRows)
    const account = accounts.get(customerId)
    if (call === '') return [404, { error: { code: 404, message: 'Not found.', status: 'NOT_FOUND' } }]
    if (!account) return notAllowed()
    if (account.customer.status !== 'ENABLED' && call !== 'googleAds:search') {
      const code = 'ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT'
      return failure(403, 'PERMISSION_DENIED', [oneError('authorizationError', code)])
    }
    if (call === 'googleAds:search') {
      return search(body, (resource, isByDay) => rowsOf(account, resource, isByDay))
    }
    if (call === 'googleAds:mutate') return mutate(account, body)
    if (call === 'conversionActions:mutate') return createActions(account, body)
    return [404, { error: { code: 404, message: 'Not found.', status: 'NOT_FOUND' } }]
  }

  function managerRows(resource: string): StandInRow[] {
    if (resource === 'geo_target_constant') return places.map((one) => ({ geoTargetConstant: one }))
    const own = { id: MANAGER, descriptiveName: 'The manager', level: '0', manager: true, status: 'ENABLED' }
    const clients = [...accounts.values()].map(({ customer }) => ({
      ...customer,
      level: '1',
      manager: false,
    }))
    return [own, ...clients].map((customerClient) => ({ customerClient }))
  }

  function createAccount(client: StandInRow): Answer {
    const { descriptiveName, currencyCode, timeZone } = client
    const errors = [
      ...(CURRENCIES.has(currencyCode)
        ? []
        : [oneError('currencyCodeError', 'UNSUPPORTED', ['customer_client', 'currency_code'])]),
      ...(ZONES.has(timeZone)
        ? []
        : [oneError('timeZoneError', 'INVALID_TIME_ZONE', ['customer_client', 'time_zone'])]),
    ]
    if (errors.length > 0) return failure(400, 'INVALID_ARGUMENT', errors)
    const id = String(7_000_000_001 + accounts.size)
    const customer = { id, descriptiveName, currencyCode, timeZone, status: 'ENABLED' }
    accounts.set(id, { customer, resources: new Map(), figures: [], terms: [], arePublished: false })
    return [200, { resourceName: `customers/${id}` }]
  }

  function search(body: StandInRow, rows: (resource: string, isByDay: boolean) => StandInRow[]): Answer {
    try {
      const query = parseQuery(String(body.query))
      const fields = FIELDS[query.from]
      if (!fields) throw new QueryFault('BAD_RESOURCE_TYPE_IN_FROM_CLAUSE', `${query.from} is no resource.`)
      const isByDay = query.select.some((field) => /^(metrics|segments)\./.test(field))
      const found = answerQuery(query, rows(query.from, isByDay), fields)
      const from = Number(body.pageToken ?? 0)
      const isMore = from + PAGE < found.length
      return [
        200,
        {
          ...(found.length > 0 && { results: found.slice(from, from + PAGE) }),
          ...(isMore && { nextPageToken: String(from + PAGE) }),
        },
      ]
    } catch (fault) {
      if (!(fault instanceof QueryFault)) throw fault
      return failure(400, 'INVALID_ARGUMENT', [
        { code: { queryError: fault.word }, message: fault.message, path: [] },
      ])
    }
  }

  function mutate(account: StandInAccount, body: StandInRow): Answer {
    if (body.partialFailure !== false) throw new Error('changes are made all together')
    const { after, errors, results } = mutateAccount(
      account.customer.id,
      account.resources,
      body.mutateOperations,
    )
    if (errors.length > 0) return failure(400, 'INVALID_ARGUMENT', errors)
    account.resources = after
    const kinds = body.mutateOperations.map((operation: StandInRow) => Object.keys(operation)[0])
    return [
      200,
      {
        mutateOperationResponses: results.map((resourceName, at) => ({
          [kinds[at].replace(/Operation$/, 'Result')]: { resourceName },
        })),
      },
    ]
  }

  function createActions({ customer, resources }: StandInAccount, body: StandInRow): Answer {
    const known = ofCollection(resources, 'conversionActions')
    const creates: StandInRow[] = body.operations.map(({ create }: StandInRow) => create)
    const errors = creates.flatMap(({ name }, at) =>
      known.some((other) => other.name === name)
        ? [oneError('conversionActionError', 'DUPLICATE_NAME', [['operations', at], 'create', 'name'])]
        : [],
    )
    if (errors.length > 0) return failure(400, 'INVALID_ARGUMENT', errors)
    const results = creates.map((create) => {
      const id = String(6_000_000_001 + ofCollection(resources, 'conversionActions').length)
      const resourceName = `customers/${customer.id}/conversionActions/${id}`
      resources.set(resourceName, { ...create, id, resourceName })
      return { resourceName }
    })
    return [200, { results }]
  }

  function suggest({ countryCode, locationNames }: StandInRow): Answer {
    const [name = ''] = locationNames.names
    const found = places.filter((one) => {
      const isThere = countryCode === undefined || one.countryCode === countryCode
      return isThere && one.name.toLowerCase().startsWith(name.toLowerCase())
    })
    const geoTargetConstantSuggestions = found.map((geoTargetConstant) => ({
      ...{ locale: 'en', searchTerm: name, reach: '5400000' },
      geoTargetConstant,
    }))
    return [200, found.length > 0 ? { geoTargetConstantSuggestions } : {}]
  }

  const receiver = await receiveHttp(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const path = request.url ?? ''
    const isToken = path === '/token'
    const body = isToken ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text)
    calls.push({ path, headers: request.headers, body })
    const fault = takeFault(path)
    const reported =
      fault && !fault.isApplied
        ? ([500, {}] as Answer)
        : isToken
          ? grantToken(new URLSearchParams(text))
          : answer(path, request.headers, body)
    if (fault) fail(response, fault.how)
    else send(response, ...reported)
  })
  const origin = `http://127.0.0.1:${receiver.port}`

  return {
    baseUrl: `${origin}/v26`,
    tokenUrl: `${origin}/token`,
    accounts,
    calls,
    /** The next call that fits each gets it instead of an answer. */
    faults,
    places,
    /** Those given from now on end after so many seconds. */
    shortenTokens(seconds: number) {
      tokenSeconds = seconds
    },
    revokeTokens: () => tokens.clear(),
    publishTags() {
      for (const account of accounts.values()) account.arePublished = true
    },
    close: receiver.close,
  }
}

type Answer = [status: number, body: object]

/** Google's form of a refusal. */
export function failure(status: number, word: string, errors: readonly StandInError[]): Answer {
  const message = 'Request contains an invalid argument.'
  const described = errors.map(({ code, message: reported, path, details }) => ({
    errorCode: code,
    message: reported,
    ...(path.length > 0 && {
      location: {
        fieldPathElements: path.map((step) =>
          typeof step === 'string' ? { fieldName: step } : { fieldName: step[0], index: step[1] },
        ),
      },
    }),
    ...(details && { details }),
  }))
  const type = 'type.googleapis.com/google.ads.googleads.v26.errors.GoogleAdsFailure'
  const details = [{ '@type': type, errors: described, requestId: 'request-of-tests' }]
  return [status, { error: { code: status, message, status: word, details } }]
}

export function oneError(kind: string, word: string, path: StandInError['path'] = []): StandInError {
  return { code: { [kind]: word }, message: `${kind} ${word}`, path }
}

function notAllowed(): Answer {
  return failure(403, 'PERMISSION_DENIED', [oneError('authorizationError', 'USER_PERMISSION_DENIED')])
}

function place(id: string, name: string, canonicalName: string, countryCode: string, targetType: string) {
  const resourceName = `geoTargetConstants/${id}`
  return { resourceName, id, name, canonicalName, countryCode, targetType, status: 'ENABLED' }
}

function fail(response: ServerResponse, how: GoogleFault['how']) {
  if (how === 'hang') return
  if (how === 'cut') {
    response.socket?.resetAndDestroy()
    return
  }
  if (how === 'unreadable') return send(response, 200, '<html>')
  if (typeof how === 'object') return send(response, how.status, how.body ?? '')
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"results":', () => response.socket?.resetAndDestroy())
}

function send(response: ServerResponse, status: number, body: object | string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'request-of-tests' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
