/** The refusals of what needs somebody. */
export const attentionErrors = {
  attention_item_not_found: {
    status: 404,
    message: 'Nothing of this id needs you, or not any more; list what does.',
  },
} as const satisfies Record<string, { status: number; message: string }>
