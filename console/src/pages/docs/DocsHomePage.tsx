import { groups } from 'virtual:guides'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { fillWith } from '../../language/fill.ts'
import { paths } from '../../paths.ts'
import { docsQueries } from './docs-queries.ts'
import { words } from './words.ts'

export function Component() {
  const { data: description } = useSuspenseQuery(docsQueries.description())
  return (
    <div className="max-w-3xl">
      <title>{words.guidesAndApiAtrium}</title>
      <h1 className="text-xl font-semibold tracking-tight">{words.guidesAndApi}</h1>
      <p className="mt-2 text-ink-2">
        {fillWith(words.everythingAroundYourApps, {
          a: (
            <a href="/llms.txt" className="text-accent underline">
              {words.llmsTxt}
            </a>
          ),
          a2: (
            <a href="/openapi.json" className="text-accent underline">
              {words.openapiJson}
            </a>
          ),
        })}
      </p>
      <div className="mt-8 grid gap-8 sm:grid-cols-2">
        {groups.map(({ group, guides }) => (
          <section key={group}>
            <h2 className="font-semibold">{group}</h2>
            <ul className="mt-2 space-y-1">
              {guides.map(({ name, title }) => (
                <li key={name}>
                  <Link to={paths.docs(name)} className="text-accent hover:underline">
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <h2 className="mt-10 font-semibold">{words.operations}</h2>
      <dl className="mt-3 grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {description.tags.map(({ name, description: about }) => (
          <div key={name}>
            <dt>
              <Link to={paths.docsOf(name)} className="font-mono text-sm text-accent hover:underline">
                {name}
              </Link>
            </dt>
            <dd className="text-sm text-ink-3">{about}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
