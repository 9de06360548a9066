import { existsSync } from 'node:fs'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../errors.ts'
import { assistantIndex } from './assistant-index.ts'
import { type Guides, readGuides } from './guides.ts'
import { consolePolicy } from './security-policy.ts'
import { storedText } from './stored-text.ts'

export interface Pages {
  /** Version of the product, which `/` tells programs. */
  version: string
  /** The text of the OpenAPI description that /openapi.json and /docs show; read when it is first asked for. */
  openApi: () => string | Promise<string>
  /** Of the guides. */
  docsFolder: string
  /** What each group of operations is about. */
  areas: readonly [name: string, about: string][]
  /** The built console, or a folder that does not exist when it was not built. */
  consoleFolder: string
  /** Where uploaded images are, when they have an origin of their own. */
  imageOrigin?: string | null
}

/** What people look at: the console at /, guides and reference at /docs; and what programs read of both. */
export async function addPages(server: FastifyInstance, options: Pages): Promise<void> {
  const { version, openApi, docsFolder, areas, consoleFolder, imageOrigin = null } = options
  server.get('/openapi.json', storedText('application/json; charset=utf-8', openApi))
  server.get('/robots.txt', async (_request, reply) => {
    reply.type('text/plain; charset=utf-8')
    return ROBOTS
  })
  const guides = readGuides(docsFolder)
  const index = () => assistantIndex(guides.groups, areas)
  server.get('/llms.txt', storedText('text/plain; charset=utf-8', index))
  addGuides(server, guides)
  await server.register(async (pages) => {
    await pages.register(helmet, { contentSecurityPolicy: consolePolicy(imageOrigin), hsts: false })
    await addConsole(pages, consoleFolder, version)
  })
}

/** Each guide as it was written, for those who do not look at pages. */
function addGuides(server: FastifyInstance, { find }: Guides): void {
  const stored = new Map<string, ReturnType<typeof storedText>>()
  server.get<{ Params: { name: string } }>('/docs/:name.md', async (request, reply) => {
    const { name } = request.params
    const text = find(name)
    if (text === null) throw refuse('route_not_found')
    const send = stored.get(name) ?? storedText('text/markdown; charset=utf-8', () => text)
    stored.set(name, send)
    return send(request, reply)
  })
}

/** Assets by their hashed names; every other address is the console's own to route. */
async function addConsole(pages: FastifyInstance, folder: string, version: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt) {
    await pages.register(files, {
      root: folder,
      wildcard: false,
      index: false,
      // The build writes a .br and a .gz next to each file.
      preCompressed: true,
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/')
        reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        if (path.endsWith(PAGE_SCRIPT)) forOtherSites(reply)
      },
    })
  }
  pages.get('/*', async (request, reply) => {
    const { accept = '' } = request.headers
    if (START.test(request.url)) {
      reply.header('Vary', 'Accept')
      if (accept.includes('application/json') && !accept.includes('text/html'))
        return { name: 'Atrium', version, docs: '/docs', openapi: '/openapi.json' }
    }
    const takesPage = OPEN_ADDRESS.test(request.url) || accept.includes('text/html')
    const wantsPage = takesPage && !API_ADDRESS.test(request.url)
    if (!wantsPage) throw refuse('route_not_found')
    if (isBuilt) return reply.sendFile(APP_SIGN_IN.test(request.url) ? 'app-sign-in.html' : 'index.html')
    reply.type('text/plain; charset=utf-8')
    return 'The console is not built. Run: npm run build --workspace console\n'
  })
}

/** What pages of apps load, wherever they are. */
const PAGE_SCRIPT = '/analytics.js'

function forOtherSites(reply: { header(name: string, value: string): unknown }): void {
  reply.header('Cross-Origin-Resource-Policy', 'cross-origin')
  reply.header('Cache-Control', 'public, max-age=3600')
}

/** The users of apps sign in there: a page of its own, which knows nothing of the console. */
const APP_SIGN_IN = /^\/apps-sign-in(?:[/?]|$)/

const API_ADDRESS = /^\/api(?:[/?]|$)/
const START = /^\/(?:\?|$)/
/** Answered whatever the client accepts: people ask for these with any program, and monitors for the first. */
const OPEN_ADDRESS = /^\/(?:docs(?:[/?]|$)|\?|$)/

/** Guides and published sites may be found by search engines; the console and the API are of no use there. */
const ROBOTS = 'User-agent: *\nAllow: /$\nAllow: /docs\nAllow: /sites/\nDisallow: /\n'
