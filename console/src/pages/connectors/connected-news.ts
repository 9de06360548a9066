/** How the page that a service leads back to says that it is done, and the waiting tab that it has seen it. */
export interface ConnectedNews {
  app_id: string
  integration_type: string
}

const CHANNEL = 'atrium-connected'

type Message = { kind: 'back' | 'seen' } & ConnectedNews

/** Calls `onBack` when somebody came back from this service, and lets their tab close. Returns the end of it. */
export function awaitReturn(of: ConnectedNews, onBack: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind !== 'back' || !isSame(data, of)) return
    channel.postMessage({ kind: 'seen', ...of } satisfies Message)
    onBack()
  }
  return () => channel.close()
}

/** Calls `onSeen` when another tab waited for it. Returns the end of it. */
export function announceReturn(of: ConnectedNews, onSeen: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'seen' && isSame(data, of)) onSeen()
  }
  channel.postMessage({ kind: 'back', ...of } satisfies Message)
  return () => channel.close()
}

const isSame = (a: ConnectedNews, b: ConnectedNews) =>
  a.app_id === b.app_id && a.integration_type === b.integration_type
