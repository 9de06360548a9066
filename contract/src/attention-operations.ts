import * as attention from './attention.ts'

/** What needs somebody now. */
export const attentionOperations = {
  attention: {
    list: attention.listAttention,
    dismiss: attention.dismissAttention,
    snooze: attention.snoozeAttention,
    restore: attention.restoreAttention,
    read_settings: attention.readAttentionSettings,
    configure: attention.configureAttention,
  },
} as const
