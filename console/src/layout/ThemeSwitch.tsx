import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { useId, useSyncExternalStore } from 'react'
import { onThemeChange, readTheme, setTheme, THEMES, type Theme } from '../theme.ts'
import { words } from './words.ts'

const LOOKS: Record<Theme, { label: string; icon: LucideIcon }> = {
  system: { label: words.systemTheme, icon: Monitor },
  light: { label: words.lightTheme, icon: Sun },
  dark: { label: words.darkTheme, icon: Moon },
}

export function ThemeSwitch() {
  const theme = useSyncExternalStore(onThemeChange, readTheme)
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={words.theme}
      className="inline-flex gap-0.5 rounded-md border border-line p-0.5"
    >
      {THEMES.map((id) => {
        const { label, icon: Icon } = LOOKS[id]
        return (
          <label
            key={id}
            title={label}
            className="relative inline-flex h-6 w-8 items-center justify-center rounded-sm text-ink-3 transition-look hover:text-ink has-checked:bg-active has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              aria-label={label}
              checked={theme === id}
              onChange={() => setTheme(id)}
              className="absolute inset-0 cursor-pointer appearance-none outline-none"
            />
            <Icon aria-hidden className="size-3.5" />
          </label>
        )
      })}
    </div>
  )
}
