import type { ToolGroup } from '@quartermaster/toolkit'
import type { ContextServices } from './tool.ts'
import { deleteContext } from './tools/delete-context.ts'
import { deleteTopic } from './tools/delete-topic.ts'
import { discoverTopics } from './tools/discover-topics.ts'
import { getContext } from './tools/get-context.ts'
import { listContext } from './tools/list-context.ts'
import { pushContext } from './tools/push-context.ts'
import { readChanges } from './tools/read-changes.ts'
import { readHistory } from './tools/read-history.ts'
import { searchContext } from './tools/search-context.ts'
import { subscribeToTopics } from './tools/subscribe-to-topics.ts'
import { unsubscribeFromTopics } from './tools/unsubscribe-from-topics.ts'

export const contextToolGroup: ToolGroup<ContextServices> = {
  name: 'context',
  title: 'Shared context',
  tools: [
    getContext,
    pushContext,
    listContext,
    subscribeToTopics,
    discoverTopics,
    unsubscribeFromTopics,
    deleteTopic,
    deleteContext,
    searchContext,
    readChanges,
    readHistory,
  ],
}
