import type { AvailableConnector } from '@atrium/sdk'
import { ConnectorIcon } from './ConnectorIcon.tsx'
import { SIGN_IN_WORDS } from './connector-words.ts'
import { isWebAddress } from './open-service.ts'
import { words } from './words.ts'

/** What the service is for and how the app is let in. */
export function ServiceIntroduction({ connector }: { connector: AvailableConnector }) {
  const { display_name: name, description, documentation_url, auth_mode, icon } = connector
  return (
    <div className="flex gap-3">
      <ConnectorIcon icon={icon} name={name} />
      <div className="min-w-0 text-sm text-ink-2">
        <p className="break-words">{description}</p>
        <p className="mt-1">
          {SIGN_IN_WORDS[auth_mode]}{' '}
          {isWebAddress(documentation_url) && (
            <a
              href={documentation_url}
              target="_blank"
              rel="noreferrer noopener"
              className="whitespace-nowrap text-accent underline underline-offset-2"
            >
              {words.itsDocumentation}
            </a>
          )}
        </p>
      </div>
    </div>
  )
}
