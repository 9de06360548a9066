import { SHOP_TAG } from './advertising.ts'

/**
 * The code of the shop: a page that loads the tag, and two places that report what people did. A key and an old package
 * are there for security scans to find.
 */
export function demoSourceFiles() {
  return Object.entries(FILES).map(([path, content]) => ({ app_id: 'app_demo_storefront', path, content }))
}

const { conversion_id, purchase, quote } = SHOP_TAG

/** Looks like a key and opens nothing; in pieces, so that nobody takes it for one that was left in this file. */
const PLANTED_KEY = ['sk', 'live', '51HqTz8Zt3vYw9Lm2Xr7Kd4Nb6'].join('_')

const MANIFEST = { name: 'storefront', version: '1.0.0', dependencies: { minimist: '1.2.0' } }
const LOCK_FILE = {
  ...{ name: MANIFEST.name, version: MANIFEST.version, lockfileVersion: 3, requires: true },
  packages: { '': MANIFEST, 'node_modules/minimist': { version: '1.2.0', license: 'MIT' } },
}
const asText = (value: object) => `${JSON.stringify(value, null, 2)}\n`

const FILES = {
  'README.md': `# Storefront

The public shop of Harbour & Pine: catalogue, basket and checkout.
`,
  'index.html': `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Harbour & Pine</title>
    <script async src="https://www.googletagmanager.com/gtag/js?id=${conversion_id}"></script>
    <script>
      window.dataLayer = window.dataLayer || [];
      function gtag(){dataLayer.push(arguments);}
      gtag('js', new Date());
      gtag('config', '${conversion_id}');
    </script>
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="/src/main.jsx"></script>
  </body>
</html>
`,
  'package.json': asText(MANIFEST),
  'package-lock.json': asText(LOCK_FILE),
  'src/client.js': `import { createClient } from '@atrium/sdk'

export const shop = createClient({ app_id: 'app_demo_storefront' })

/** Takes cards; belongs into a function, with the key as a secret. */
export const payments = { key: '${PLANTED_KEY}' }
`,
  'src/main.jsx': `import { createRoot } from 'react-dom/client'
import Catalogue from './pages/Catalogue.jsx'

createRoot(document.getElementById('root')).render(<Catalogue />)
`,
  'src/pages/Catalogue.jsx': `export default function Catalogue() {
  return <h1>Tables, beds and sofas</h1>
}
`,
  'src/checkout.js': `import { shop } from './client.js'

/** Stores the purchase, then tells the ads about it. */
export async function pay(basket) {
  const bought = await shop.entities.Purchase.create(basket)
  window.gtag?.('event', 'conversion', {
    send_to: '${conversion_id}/${purchase}',
    value: bought.total,
    currency: 'EUR',
    transaction_id: bought.id,
  })
  return bought
}
`,
  'src/quote.js': `import { shop } from './client.js'

/** Somebody wants a table of their own size. */
export async function askForQuote(wishes) {
  const request = await shop.entities.QuoteRequest.create(wishes)
  window.gtag?.('event', 'conversion', { send_to: '${conversion_id}/${quote}' })
  return request
}
`,
}
