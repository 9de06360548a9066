import type { ComponentProps } from 'react'

/** Text as it is written, which scrolls: it can be reached by keyboard. */
export function Pre(props: ComponentProps<'pre'>) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached.
  return <pre tabIndex={0} {...props} />
}
