import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { onThemeChange, readTheme, setTheme, THEMES, type Theme } from '../theme.ts'
import { Tooltip } from '../ui/Tooltip.tsx'

const LOOKS: Record<Theme, { label: string; icon: LucideIcon }> = {
  system: { label: 'System theme', icon: Monitor },
  light: { label: 'Light theme', icon: Sun },
  dark: { label: 'Dark theme', icon: Moon },
}

export function ThemeSwitch() {
  const theme = useSyncExternalStore(onThemeChange, readTheme)
  return (
    <ToggleButtonGroup
      aria-label="Theme"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[theme]}
      onSelectionChange={(keys) => setTheme(THEMES.find((known) => keys.has(known)) ?? 'system')}
      className="inline-flex gap-0.5 rounded-md border border-line p-0.5"
    >
      {THEMES.map((id) => {
        const { label, icon: Icon } = LOOKS[id]
        return (
          <Tooltip key={id} text={label}>
            <ToggleButton
              id={id}
              aria-label={label}
              className="inline-flex h-6 w-8 items-center justify-center rounded-sm text-ink-3 transition-look hovered:text-ink selected:bg-active selected:text-ink"
            >
              <Icon aria-hidden className="size-3.5" />
            </ToggleButton>
          </Tooltip>
        )
      })}
    </ToggleButtonGroup>
  )
}
