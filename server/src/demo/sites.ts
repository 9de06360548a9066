import { OWNER_EMAIL } from './people.ts'

const DAY_MS = 86_400_000

/** The shop as visitors see it, and how it looked before. */
export function demoSites(now: Date) {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const created_by = OWNER_EMAIL
  return [
    {
      app_id: 'app_demo_storefront',
      revisions: [
        {
          files: shopWith('Tables and beds, made in the harbour.'),
          message: 'First version',
          created_by,
          created_date: daysAgo(21),
        },
        {
          files: shopWith('Tables, beds and sofas, made in the harbour.'),
          message: 'Sofas are in',
          created_by,
          created_date: daysAgo(3),
        },
      ],
    },
  ]
}

/** Addresses are relative, so that it works below a path too. */
function shopWith(sentence: string): Record<string, string> {
  return {
    'index.html': `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Harbour & Pine</title>
    <link rel="stylesheet" href="style.css" />
  </head>
  <body>
    <main>
      <h1>Harbour &amp; Pine</h1>
      <p>${sentence}</p>
      <ul>
        <li>Pine table, 180 cm <b>€ 640</b></li>
        <li>Bed frame, oak <b>€ 890</b></li>
      </ul>
    </main>
  </body>
</html>
`,
    'style.css': STYLE,
    'robots.txt': 'User-agent: *\nAllow: /\n',
  }
}

const STYLE = `body {
  margin: 0;
  font: 1.125rem/1.6 system-ui, sans-serif;
  color: #1d2a24;
  background: #f4f1ea;
}
main {
  max-width: 34rem;
  margin: 0 auto;
  padding: 4rem 1.5rem;
}
h1 {
  font-size: 2.5rem;
  margin: 0;
}
li {
  display: flex;
  justify-content: space-between;
  padding: 0.5rem 0;
  border-bottom: 1px solid #d8d2c4;
}
ul {
  padding: 0;
}
`
