/** The small panel that says that something is recorded. Its closed shadow root keeps it and the page apart. */

const STYLE = `
:host { all: initial !important; position: fixed !important; z-index: 2147483647 !important; right: 16px !important; bottom: 16px !important; display: block !important }
div { display: flex; align-items: center; gap: 8px; padding: 8px 12px; border-radius: 8px; background: #18181b; color: #fff; font: 14px/20px system-ui, sans-serif; box-shadow: 0 2px 12px #0006 }
i { width: 10px; height: 10px; border-radius: 50%; background: #ef4444 }
i.off { background: #a1a1aa }
button { all: unset; cursor: pointer; padding: 4px 8px; border-radius: 6px; background: #3f3f46 }
button:hover { background: #52525b }
button:focus-visible { outline: 2px solid #fff }
`
const WORDS = {
  paused: 'Paused',
  closed: 'Recording has ended',
  failing: 'Cannot reach Atrium; trying again',
}

export function createPanel({ onPause, onStop }) {
  const host = document.createElement('atrium-recorder')
  const root = host.attachShadow({ mode: 'closed' })
  const box = document.createElement('div')
  const light = document.createElement('i')
  const text = document.createElement('span')
  text.setAttribute('role', 'status')
  const pause = buttonOf('Pause', () => onPause(pause.textContent === 'Pause'))
  const stop = buttonOf('Stop', onStop)
  box.append(light, text, pause, stop)
  root.append(box)
  try {
    // Not a style element, which pages may forbid.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(STYLE)
    root.adoptedStyleSheets = [sheet]
  } catch {
    host.style.cssText = 'position:fixed;right:16px;bottom:16px;z-index:2147483647;background:#fff;color:#000'
  }
  const place = () => {
    if (!host.isConnected) document.documentElement.append(host)
  }
  return {
    host,
    show({ count, status }) {
      place()
      text.textContent = WORDS[status] ?? `Recording: ${count} ${count === 1 ? 'action' : 'actions'}`
      light.className = status === 'open' ? '' : 'off'
      pause.textContent = status === 'paused' ? 'Resume' : 'Pause'
      const isOver = status === 'closed'
      stop.textContent = isOver ? 'Close' : 'Stop'
      pause.style.display = isOver ? 'none' : ''
    },
    remove: () => host.remove(),
  }
}

function buttonOf(words, act) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = words
  button.addEventListener('click', act)
  return button
}
