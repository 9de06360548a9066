import {
  listAgentVersions,
  readAgent,
  readAgentVersion,
  restoreAgentVersion,
  updateAgent,
} from './agent-versions.ts'
import {
  createAgent,
  deleteMessage,
  listAgents,
  listConversations,
  openConversation,
  readConversation,
  sendMessage,
} from './agents.ts'
import {
  configureAppAgents,
  createAppConversation,
  listAppConversations,
  readAppAgents,
  readAppConversation,
  sendAppMessage,
} from './app-agents.ts'
import {
  createAppWebhook,
  deleteAppWebhook,
  listAppDeliveries,
  listAppWebhooks,
  readAppDelivery,
  readAppDeliveryStats,
  readAppWebhook,
  redeliverApp,
  redeliverAppFailed,
  testAppWebhook,
  updateAppWebhook,
} from './app-webhooks.ts'
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  readDelivery,
  readDeliveryStats,
  readWebhook,
  redeliver,
  redeliverFailed,
  testWebhook,
  updateWebhook,
} from './webhooks.ts'

/** Agents, the conversations with them, and the webhooks that are notified of messages and records. */
export const agentOperations = {
  agents: {
    create: createAgent,
    list: listAgents,
    read: readAgent,
    update: updateAgent,
    list_versions: listAgentVersions,
    read_version: readAgentVersion,
    restore_version: restoreAgentVersion,
  },
  conversations: { open: openConversation, list: listConversations, read: readConversation },
  messages: { send: sendMessage, delete: deleteMessage },
  webhooks: {
    create: createWebhook,
    list: listWebhooks,
    read: readWebhook,
    update: updateWebhook,
    delete: deleteWebhook,
    test: testWebhook,
  },
  deliveries: {
    list: listDeliveries,
    read: readDelivery,
    stats: readDeliveryStats,
    redeliver,
    redeliver_failed: redeliverFailed,
  },
  app_webhooks: {
    create: createAppWebhook,
    list: listAppWebhooks,
    read: readAppWebhook,
    update: updateAppWebhook,
    delete: deleteAppWebhook,
    test: testAppWebhook,
  },
  app_deliveries: {
    list: listAppDeliveries,
    read: readAppDelivery,
    stats: readAppDeliveryStats,
    redeliver: redeliverApp,
    redeliver_failed: redeliverAppFailed,
  },
  app_agents: { configure: configureAppAgents, read: readAppAgents },
  app_conversations: { create: createAppConversation, list: listAppConversations, read: readAppConversation },
  app_messages: { send: sendAppMessage },
} as const
