/** The link that an invitation's mail is about; none when the text is not kept. */
export function linkIn(text: string | null): string | undefined {
  return text?.match(/^https?:\/\/\S+#token=\S+$/m)?.[0]
}
