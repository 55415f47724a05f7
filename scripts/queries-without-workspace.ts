type Functions = Readonly<Record<string, readonly string[]>>

/** Background jobs, the worker and the operator, who work for all workspaces. */
const FOR_ALL: Functions = {
  'apps/gateway/src/queries/audit-log.ts': ['listActs', 'deleteOldActs'],
  'apps/gateway/src/queries/call-statistics.ts': ['sweepCallCounts'],
  'apps/gateway/src/queries/encryption-keys.ts': ['hasSealedSecrets', 'replaceDeliverTo'],
  'apps/gateway/src/queries/idempotency.ts': ['sweepCalls'],
  'apps/gateway/src/queries/call-log/sweep-tool-calls.ts': ['sweepToolCalls'],
  'apps/gateway/src/queries/call-log/list-new-tool-calls.ts': ['findNewestSegment'],
  'packages/context/src/queries/sweep/sweep-changes.ts': ['trimHistory', 'pruneHistory'],
  'packages/context/src/queries/sweep/sweep-items.ts': ['expireItems', 'removeTombstones'],
  'packages/context/src/queries/sweep/sweep-topics.ts': ['sweepIdleTopics', 'sweepClosedTopics'],
  'packages/delivery/src/queries/claim-deliveries.ts': ['releaseClaims'],
  'packages/delivery/src/queries/finish-deliveries.ts': ['finishDeliveries'],
  'packages/delivery/src/queries/sweep.ts': [
    'findDeadWorkers',
    'reclaimDeliveries',
    'pruneDeliveries',
  ],
  'packages/prompts/src/queries/due-schedules.ts': ['savePlans', 'findFirstDue'],
  'packages/prompts/src/queries/save-settled.ts': ['saveSettled'],
  'packages/prompts/src/queries/schedules.ts': ['pruneSchedules', 'repairSchedules'],
  'packages/threads/src/queries/thread-calls.ts': ['sweepThreadCalls'],
}

/**
 * Get a row, or the id of one, that the caller has found in the workspace: a table, a schedule, the identity of a
 * call.
 */
const BY_ID: Functions = {
  'apps/gateway/src/queries/idempotency.ts': [
    'findCall',
    'saveAnswer',
    'saveFailure',
    'releaseCall',
  ],
  'packages/context/src/queries/changes/read-changes.ts': ['isLatest'],
  'packages/context/src/queries/items/delete-item.ts': ['readValueOf'],
  'packages/context/src/queries/items/list-all-items.ts': ['COLUMNS'],
  'packages/context/src/queries/items/read-page.ts': ['pageQuery'],
  'packages/context/src/queries/items/restore-item.ts': ['findVersion'],
  'packages/context/src/queries/topics/known-members.ts': ['membersOf'],
  'packages/delivery/src/queries/schedule-deliveries.ts': [
    'cancelDeliveries',
    'deleteUntriedSlots',
    'holdDeliveries',
    'releaseDeliveries',
    'reviseDeliveries',
    'countOpenSlots',
  ],
  'packages/prompts/src/queries/schedules.ts': [
    'insertSchedule',
    'lockSchedules',
    'updateSchedule',
    'findSchedules',
  ],
  'packages/stacks/src/queries/documents/document-not-found.ts': ['findSimilarFilename'],
  'packages/stacks/src/queries/documents/extractions.ts': ['findNewestExtraction'],
  'packages/stacks/src/queries/documents/stack-documents.ts': ['lockStack'],
  'packages/stacks/src/queries/history/read-history.ts': ['readHistory'],
  'packages/stacks/src/queries/history/revisions.ts': ['formerColumns'],
  'packages/stacks/src/queries/history/undo-revision.ts': [
    'findRevision',
    'refuseAfterColumns',
    'restoreRows',
    'laterRevisions',
  ],
  'packages/stacks/src/queries/rows/bulk-update.ts': ['updateMatching', 'previewMatching'],
  'packages/stacks/src/queries/rows/count-rows.ts': ['countAllRows', 'storeCount'],
  'packages/stacks/src/queries/rows/find-rows.ts': ['PRESENTED'],
  'packages/stacks/src/queries/rows/write-row.ts': ['updateRow'],
  'packages/stacks/src/queries/sort-index/build-sort-index.ts': ['isLarge'],
  'packages/stacks/src/queries/sort-index/indexed-value.ts': ['rowsWith'],
  'packages/stacks/src/queries/sort-index/scan-rows.ts': ['rowsAt', 'scanTable'],
  'packages/stacks/src/queries/tables/complete-table.ts': ['findMissing'],
  'packages/stacks/src/queries/tables/define-columns.ts': ['retypeCells'],
  'packages/stacks/src/queries/tables/tables.ts': ['getTables', 'nameTaken'],
  'packages/threads/src/queries/messages.ts': ['clearMessages'],
  'packages/threads/src/queries/thread-calls.ts': ['isCallRunning'],
  'packages/threads/src/queries/threads.ts': ['saveChoice'],
}

/** Functions of `queries/` folders that name no workspace, as `FILE FUNCTION`. */
export const WITHOUT_WORKSPACE: ReadonlySet<string> = new Set(
  [FOR_ALL, BY_ID].flatMap((group) =>
    Object.entries(group).flatMap(([file, names]) => names.map((name) => `${file} ${name}`)),
  ),
)
