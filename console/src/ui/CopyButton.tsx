import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'
import { words } from './words.ts'

const SHOWN_MS = 2000

interface CopyButtonProps {
  text: string
  label: string
  look?: 'icon' | 'button'
}

export function CopyButton({ text, label, look = 'icon' }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await writeClipboard(text)
    setCopied(true)
    setTimeout(setCopied, SHOWN_MS, false)
  }

  const icon = isCopied ? Check : Copy
  return (
    <>
      {look === 'icon' ? (
        <IconButton size="sm" icon={icon} label={isCopied ? words.copied : label} onPress={copy} />
      ) : (
        <Button icon={icon} onPress={copy}>
          {isCopied ? words.copied : label}
        </Button>
      )}
      <span role="status" className="sr-only">
        {isCopied ? words.copiedToTheClipboard : ''}
      </span>
    </>
  )
}

/** The clipboard interface exists only over https and on localhost; elsewhere a selection does it. */
async function writeClipboard(text: string) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'sr-only'
  // Inside the open dialog, because a modal keeps the focus to itself.
  const host = document.activeElement?.parentElement ?? document.body
  host.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}
