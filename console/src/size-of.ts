/** Bytes, as people say how large a file is. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const kilobytes = bytes / 1024
  return kilobytes < 1024 ? `${kilobytes.toFixed(0)} kB` : `${(kilobytes / 1024).toFixed(1)} MB`
}
