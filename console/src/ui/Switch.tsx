import { SwitchButton, SwitchField, type SwitchFieldProps, Text } from 'react-aria-components'

interface SwitchProps extends Omit<SwitchFieldProps, 'children' | 'className'> {
  label: string
  hint?: string
}

export function Switch({ label, hint, ...rest }: SwitchProps) {
  return (
    <SwitchField {...rest} className="block">
      <SwitchButton className="group relative flex w-fit items-center gap-3 text-base">
        <span className="flex h-5 w-9 shrink-0 items-center rounded-full border border-control bg-sunken p-0.5 transition-look group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-accent group-disabled:opacity-50 group-selected:border-accent group-selected:bg-accent">
          <span className="size-3.5 rounded-full bg-control transition-transform group-selected:translate-x-4 rtl:group-selected:-translate-x-4 group-selected:bg-on-accent" />
        </span>
        <span className="font-medium">{label}</span>
      </SwitchButton>
      {hint && (
        <Text slot="description" className="mt-1 ms-12 block text-xs text-ink-3">
          {hint}
        </Text>
      )}
    </SwitchField>
  )
}
