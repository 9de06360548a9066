import { SHOP_TAG } from './advertising.ts'

/** The code of the shop: a page that loads the tag, and two places that report what people did. */
export function demoSourceFiles() {
  return Object.entries(FILES).map(([path, content]) => ({ app_id: 'app_demo_storefront', path, content }))
}

const { conversion_id, purchase, quote } = SHOP_TAG

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
