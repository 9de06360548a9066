import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { Badge } from '../../ui/Badge.tsx'
import { FIELD_TYPES } from './ad-words.ts'
import { words } from './words.ts'

interface AssetCardProps {
  asset: {
    field_type: string
    text: string | null
    url: string | null
    width?: number | null
    height?: number | null
  }
  state?: { label: string; tone: 'accent' | 'neutral' | 'caution' } | undefined
  action?: ReactNode
}

/** A text or an image as an ad would have it. */
export function AssetCard({
  asset: { field_type, text, url, width, height },
  state,
  action,
}: AssetCardProps) {
  const kind = FIELD_TYPES[field_type] ?? field_type
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface p-3.5">
      {url ? <Picture url={url} name={kind} /> : <p className="flex-1 break-words">{text}</p>}
      <div className="mt-auto flex items-end justify-between gap-2">
        <div className="min-w-0 text-xs text-ink-3">
          {state && (
            <p className="mb-1 truncate">
              <Badge tone={state.tone}>{state.label}</Badge>
            </p>
          )}
          <p>
            {kind}
            {width && height ? ` ${width} × ${height}` : ''}
          </p>
          {/* What this server draws has a size; an image that somebody gave has none here. */}
          {url && width && <p>{words.aPlaceholderDrawnFrom}</p>}
        </div>
        {action}
      </div>
    </li>
  )
}

/**
 * Images that the app's files hold are shown, from wherever the console was opened; those from elsewhere are only named,
 * since their hosts would learn who looks.
 */
function Picture({ url, name }: { url: string; name: string }) {
  const { app_id = '' } = useParams()
  const path = URL.canParse(url) ? new URL(url).pathname : url
  const isOurs = path.startsWith(`/files/${app_id}/`)
  return (
    <div className="flex h-40 shrink-0 items-center justify-center overflow-hidden rounded-md bg-active/40">
      {isOurs ? (
        <img src={path} alt={name} loading="lazy" className="max-h-full max-w-full object-contain" />
      ) : (
        <span className="px-3 text-center text-sm break-all text-ink-2">{url}</span>
      )}
    </div>
  )
}
