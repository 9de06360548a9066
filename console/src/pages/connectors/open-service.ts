/** Opens the page of a service in a tab of its own; false when the browser keeps it from opening. */
export function openService(url: string): boolean {
  if (!isWebAddress(url)) return false
  // Not with `noopener`, which hides whether it was opened; the page of the service gets no way back to this one.
  const opened = window.open('about:blank', '_blank')
  if (!opened) return false
  opened.opener = null
  opened.location.replace(url)
  return true
}

export const isWebAddress = (url: string) => /^https?:\/\//i.test(url)
