/** An app with a site, people around it, and requests as they arrive when any host name leads to the server. */
import { type IncomingHttpHeaders, request } from 'node:http'
import type { Config } from '../../../settings/config.ts'
import { createShop } from '../../integrations/test/shop.ts'

export interface SiteAnswer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  text: string
}

export interface Asked {
  host?: string
  method?: string
  headers?: Record<string, string>
}

export const PAGE = { accept: 'text/html,*/*;q=0.8' }

export async function createSiteScene(config: Partial<Config> = {}) {
  const shop = await createShop(config)
  const { app, owner } = shop
  const at = { app_id: shop.shop.id }
  const site = app.as(owner).site

  return {
    ...shop,
    at,
    /** Publishes these texts or bytes by path. */
    publish: (files: Record<string, string | Buffer>, message?: string) =>
      site.publish(at, {
        files: Object.entries(files).map(([path, content]) =>
          typeof content === 'string'
            ? { path, content }
            : { path, content: content.toString('base64'), encoding: 'base64' },
        ),
        ...(message !== undefined && { message }),
      }),
    ask: (path: string, asked: Asked = {}) => askSite(app.baseUrl, path, asked),
    /** The active revision’s file, under the usual address. */
    get: (path: string, asked: Asked = {}) => askSite(app.baseUrl, `/sites/${at.app_id}/${path}`, asked),
  }
}

/** The path goes out exactly as it is written here. */
export function askSite(
  baseUrl: string,
  path: string,
  { host = '127.0.0.1', method = 'GET', headers = {} }: Asked = {},
): Promise<SiteAnswer> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers: { host, ...headers }, agent: false })
    sent.on('error', reject)
    sent.on('response', (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const bytes = Buffer.concat(chunks)
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          bytes,
          text: bytes.toString('utf8'),
        })
      })
    })
    sent.end()
  })
}
