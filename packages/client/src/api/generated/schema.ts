// Generated from openapi/openapi.json by `pnpm generate`. Do not edit.

export interface paths {
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the OpenAPI document
         * @description Returns this document.
         */
        get: operations["get_openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check liveness
         * @description Answers while the process runs. No key is needed.
         */
        get: operations["healthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check readiness
         * @description Answers with 200 while the gateway can take calls, otherwise with 503. No key is needed.
         */
        get: operations["readyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/get_context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read values that other agents have shared with you
         * @description Read values that other agents have shared with you.
         *     Name the keys you want, or leave them out to get everything you can read, page by page. Keys that do not exist and keys that you cannot read are both left out of the reply.
         *     Call list_context first to see which keys there are.
         */
        post: operations["get_context"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/push_context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a value under a key and choose who can read it
         * @description Store a value under a key and choose who can read it.
         *     With topics: the agents that are subscribed to them now. With subscribers: exactly the agents named. With both: all of these. With neither: every agent of the workspace.
         *     Pushing a key again replaces its value, its readers and its expiry. You can read it yourself only if you are among the readers.
         *     Call discover_topics first to see which topics have subscribers.
         */
        post: operations["push_context"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/list_context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the keys that you can read, in alphabetical order, without their values
         * @description List the keys that you can read, in alphabetical order, without their values.
         *     Each entry says where it came from: 'global' (sent to everyone), 'topic:NAME' (you were subscribed) or 'direct' (sent to you by name), who pushed it, and when it expires.
         *     Read the values with get_context.
         */
        post: operations["list_context"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/subscribe_to_topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Subscribe to topics: from now on you can read what is pushed to them
         * @description Subscribe to topics: from now on you can read what is pushed to them.
         *     Your other subscriptions stay. Values that were pushed earlier are included only with include_existing.
         *     Choose topics that fit your task; discover_topics shows those in use.
         */
        post: operations["subscribe_to_topics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/discover_topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * See which topics have subscribers, the most subscribed first, and who the subscribers are
         * @description See which topics have subscribers, the most subscribed first, and who the subscribers are.
         *     Use it before push_context to see who a topic reaches, and before subscribe_to_topics to find the topics in use.
         */
        post: operations["discover_topics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/unsubscribe_from_topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End your subscriptions to topics
         * @description End your subscriptions to topics. You cannot read what is pushed to them from now on.
         *     Values that you can already read stay readable until they are replaced or expire.
         */
        post: operations["unsubscribe_from_topics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/delete_topic": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a topic for all agents
         * @description Delete a topic for all agents. It ends every subscription to it and deletes the values that were pushed to this topic alone; values that also went to another topic or to named agents stay.
         *     This cannot be undone. Call discover_topics first to see who is subscribed.
         */
        post: operations["delete_topic"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/delete_context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete one key for all its readers
         * @description Delete one key for all its readers. You can delete what you pushed yourself and, if the workspace allows it, what you can read. Its earlier values stay in read_history for 30 days.
         */
        post: operations["delete_context"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/search_context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find keys by the words in their name or value, among those you can read, best match first
         * @description Find keys by the words in their name or value, among those you can read, best match first.
         *     All words must occur, in any order and as whole words; "quoted words" must stand together, OR allows either side, a minus before a word excludes it.
         *     Read the whole values with get_context.
         */
        post: operations["search_context"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/read_changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Follow what changes for you: each key that was set ('set', with its current value) or that you can no longer read…
         * @description Follow what changes for you: each key that was set ('set', with its current value) or that you can no longer read ('gone') since the cursor, in order, each change once and none missing.
         *     Begin without a cursor to get everything you can read now, and keep the cursor of each reply for the next call. A cursor is good for 30 days.
         */
        post: operations["read_changes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/read_history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the earlier values of a key, newest first: those that you could read when they were pushed
         * @description Read the earlier values of a key, newest first: those that you could read when they were pushed. The last 100 versions are kept for 30 days after they were replaced, and never longer than their own expiry.
         */
        post: operations["read_history"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/promptyoself_list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the scheduled prompts of this workspace, or those for one agent, ordered by next_run
         * @description List the scheduled prompts of this workspace, or those for one agent, ordered by next_run.
         */
        post: operations["promptyoself_list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/promptyoself_schedule_time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Schedule a prompt for yourself or another agent, to be delivered once at an exact time
         * @description Schedule a prompt for yourself or another agent, to be delivered once at an exact time. For "in ten minutes", use promptyoself_schedule_every with max_repetitions 1.
         */
        post: operations["promptyoself_schedule_time"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/promptyoself_schedule_cron": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Schedule a recurring prompt for yourself or another agent by a cron expression, in UTC or in a time zone
         * @description Schedule a recurring prompt for yourself or another agent by a cron expression, in UTC or in a time zone.
         */
        post: operations["promptyoself_schedule_cron"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/promptyoself_schedule_every": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Schedule a recurring prompt for yourself or another agent at an interval
         * @description Schedule a recurring prompt for yourself or another agent at an interval. With max_repetitions 1 it is delivered once, after the interval.
         */
        post: operations["promptyoself_schedule_every"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/promptyoself_cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a scheduled prompt by its id
         * @description Cancel a scheduled prompt by its id. It is not delivered again, unless it is being sent right now.
         */
        post: operations["promptyoself_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/promptyoself_execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver the due prompts of this workspace now, including those that failed before, and report each outcome
         * @description Deliver the due prompts of this workspace now, including those that failed before, and report each outcome. With loop true, make sure that the background loop runs, which delivers prompts by itself, and return immediately.
         */
        post: operations["promptyoself_execute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/promptyoself_test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test whether the configured Letta server can be reached with the configured key
         * @description Test whether the configured Letta server can be reached with the configured key.
         */
        post: operations["promptyoself_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/promptyoself_agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the agents that prompts can be scheduled for: the agents on the Letta server if it belongs to this workspace,…
         * @description List the agents that prompts can be scheduled for: the agents on the Letta server if it belongs to this workspace, otherwise the agents of this workspace.
         */
        post: operations["promptyoself_agents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/promptyoself_upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a tool to the Letta server from its complete Python source: one top-level function with docstring and type hints
         * @description Upload a tool to the Letta server from its complete Python source: one top-level function with docstring and type hints. Letta runs it there.
         */
        post: operations["promptyoself_upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/promptyoself_inference_diagnostics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show which agent a prompt is scheduled for when agent_id is omitted, and which setting says so
         * @description Show which agent a prompt is scheduled for when agent_id is omitted, and which setting says so.
         */
        post: operations["promptyoself_inference_diagnostics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show how scheduled prompts are configured: Letta, database, queue, background loop
         * @description Show how scheduled prompts are configured: Letta, database, queue, background loop.
         */
        post: operations["health"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/read_inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the prompts delivered to your inbox that you have not acknowledged, oldest first
         * @description Read the prompts delivered to your inbox that you have not acknowledged, oldest first. Each stays there until you call acknowledge_prompt with its id.
         */
        post: operations["read_inbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/acknowledge_prompt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a prompt of your inbox as taken care of
         * @description Mark a prompt of your inbox as taken care of. read_inbox does not return it again, and the agent that scheduled it can see that you have it.
         */
        post: operations["acknowledge_prompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/pause_prompts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause all scheduled prompts of this workspace, or resume them
         * @description Pause all scheduled prompts of this workspace, or resume them. Only for agents whose allowed_tools name it; they may also change the schedules of other agents.
         */
        post: operations["pause_prompts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tables/{id}/tools/list_documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the documents of the stack that this table belongs to: ids, file names, whether a document has an extraction, and…
         * @description List the documents of the stack that this table belongs to: ids, file names, whether a document has an extraction, and whether it has a row.
         */
        post: operations["list_documents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tables/{id}/tools/read_document_extraction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the fields of the newest completed extraction of one document of the stack
         * @description Read the fields of the newest completed extraction of one document of the stack. Use it to choose the columns and to fill the rows.
         */
        post: operations["read_document_extraction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tables/{id}/tools/define_columns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Define the columns of the table after reading the documents
         * @description Define the columns of the table after reading the documents. You can call it again: columns of the same name keep their values, new ones are empty, columns that you leave out are removed, and a new type reads the values again. The reply describes the tools that save rows with these columns.
         */
        post: operations["define_columns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tables/{id}/tools/save_row": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save the row of one document, with its columns in `values`
         * @description Save the row of one document, with its columns in `values`. It works like save_table_row (or, with keep_other_cells, like update_table_row) for hosts whose list of tools does not change: use it if you called define_columns and have no save_table_row.
         */
        post: operations["save_row"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tables/{id}/tools/save_table_row": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save the row of one document
         * @description Save the row of one document. The columns of the table are its arguments. Saving again replaces the whole row: a column that you leave out becomes empty. At least one column is required; to empty cells of a row, use update_table_row.
         */
        post: operations["save_table_row"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tables/{id}/tools/update_table_row": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Correct single cells of the row of one document; the others stay as they are
         * @description Correct single cells of the row of one document; the others stay as they are. The columns of the table are its arguments. A corrected cell loses its old confidence and source.
         */
        post: operations["update_table_row"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tables/{id}/tools/bulk_update_rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace one value of a column by another in all rows that have exactly that text or number
         * @description Replace one value of a column by another in all rows that have exactly that text or number. With preview true nothing is changed; you see how many rows would be, and the first of them. More than 1000 rows are changed only if expected_rows is their number.
         */
        post: operations["bulk_update_rows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tables/{id}/tools/save_cell_sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record where in its document each value of a row was found, so that a person can check it: the page, a quote, or both
         * @description Record where in its document each value of a row was found, so that a person can check it: the page, a quote, or both. Call it after save_table_row; a cell that is changed later loses its source.
         */
        post: operations["save_cell_sources"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tables/{id}/tools/read_review_list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the cells whose confidence is below a threshold, for review
         * @description List the cells whose confidence is below a threshold, for review. Correct them with update_table_row.
         */
        post: operations["read_review_list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tables/{id}/tools/read_rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read rows of the table: filtered, sorted, counted, one page at a time
         * @description Read rows of the table: filtered, sorted, counted, one page at a time. Ask for the rows you need instead of the whole table.
         */
        post: operations["read_rows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tables/{id}/tools/complete_table": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark the table as complete
         * @description Mark the table as complete. It is refused while documents of the stack have no row, and the error lists them.
         */
        post: operations["complete_table"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tables/{id}/tools/undo_change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo one earlier call that changed this table, including a whole bulk update or import
         * @description Undo one earlier call that changed this table, including a whole bulk update or import. It is refused when a later call has changed the same rows or columns. With "last" it undoes your own newest call that is still in effect. An undo can itself be undone.
         */
        post: operations["undo_change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{id}/tools/save_extracted_data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save the structured data that you extracted from the document
         * @description Save the structured data that you extracted from the document. Each call creates a new extraction; the newest one counts.
         */
        post: operations["save_extracted_data"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/toolsets/{id}/tools/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Call a tool by GET
         * @description GET /v1/tools lists the tools of your key with their paths, GET /v1/descriptors their parameters.
         */
        get: operations["call_toolsets_tool_get"];
        put?: never;
        /**
         * Call a tool
         * @description GET /v1/tools lists the tools of your key with their paths, GET /v1/descriptors their parameters.
         */
        post: operations["call_toolsets_tool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/threads/{id}/tools/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Call a tool by GET
         * @description GET /v1/tools lists the tools of your key with their paths, GET /v1/descriptors their parameters.
         */
        get: operations["call_threads_tool_get"];
        put?: never;
        /**
         * Call a tool
         * @description GET /v1/tools lists the tools of your key with their paths, GET /v1/descriptors their parameters.
         */
        post: operations["call_threads_tool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/descriptors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get tool descriptors
         * @description Returns all tools that this key may call, including those of all toolsets, in the format of a model vendor. Descriptors contain the key of the agent that asked; the root key is replaced by a placeholder, and the header x-key-hint says how to create a key.
         */
        get: operations["get_descriptors"];
        put?: never;
        /**
         * Create tool descriptors with a short-lived key
         * @description Returns descriptors with a new key that may call these tools only. The key is also in the header x-key. Requires a key that is not limited to some tools.
         */
        post: operations["create_descriptors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/descriptors/verdicts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the verdicts of all vendors
         * @description Tells for each tool and each vendor whether its descriptor is accepted, changed or refused, why, and its size in tokens. Tokens of the OpenAI formats are counted by the tokenizer o200k_base, others estimated.
         */
        get: operations["get_verdicts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tools
         * @description Lists all tools that the key may call, including those of all toolsets, with their paths. Select a table, document, toolset or thread to list its tools instead.
         */
        get: operations["list_tools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/whoami": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the identity of the key
         * @description Returns the workspace, the agent and the permissions of the key.
         */
        get: operations["whoami"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List limits and retention times
         * @description The limits in force. They are changed with environment variables. Requires the root key.
         */
        get: operations["list_settings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the session
         * @description Returns the signed-in key, and what it may do.
         */
        get: operations["get_session"];
        put?: never;
        /**
         * Sign in to the console
         * @description Exchanges a key for a session of 24 hours. The cookie is HttpOnly and SameSite=Strict. The session ends when the key is revoked or expires. No key is needed.
         */
        post: operations["create_session"];
        /**
         * Sign out of the console
         * @description Ends the session of the cookie, if there is one. No key is needed.
         */
        delete: operations["delete_session"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listen for MCP notifications
         * @description A stream of `notifications/tools/list_changed` for MCP clients of the 2025 protocol versions. Later versions use `subscriptions/listen`.
         */
        get: operations["mcp_listen"];
        put?: never;
        /**
         * Send an MCP message
         * @description The MCP server of this gateway: stateless streamable HTTP with one JSON-RPC message per request.
         */
        post: operations["mcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List workspaces
         * @description Lists all workspaces by name. Requires the root key.
         */
        get: operations["list_workspaces"];
        put?: never;
        /**
         * Create a workspace
         * @description The root key acts in it with the header `x-workspace: NAME`. Requires the root key.
         */
        post: operations["create_workspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workspaces/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a workspace
         * @description Returns the workspace with its quotas, and counts how much of them is used. Requires the root key.
         */
        get: operations["get_workspace"];
        put?: never;
        post?: never;
        /**
         * Delete a workspace
         * @description Deletes the workspace with its agents, keys, context, stacks, schedules and threads. This cannot be undone. The workspace `default` cannot be deleted. Requires the root key.
         */
        delete: operations["delete_workspace"];
        options?: never;
        head?: never;
        /**
         * Change a workspace
         * @description Changes who may delete context keys, and limits how much the workspace may store. What it already stores stays; only further writes are refused. Other gateways know the new limits within seconds. Requires the root key.
         */
        patch: operations["update_workspace"];
        trace?: never;
    };
    "/v1/roles/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update a role
         * @description Creates the role, or replaces the given limits of an existing one. Requires the root key.
         */
        put: operations["save_role"];
        post?: never;
        /**
         * Delete a role
         * @description Agents that still have the role may not call any tool afterwards. Requires the root key.
         */
        delete: operations["delete_role"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List roles
         * @description Lists the roles of the workspace by name. Requires the root key.
         */
        get: operations["list_roles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List agents
         * @description Lists the agents of the workspace by name. Requires the root key.
         */
        get: operations["list_agents"];
        put?: never;
        /**
         * Create an agent
         * @description Registers an agent in the workspace. `with_key: true` creates its first key in the same call. Requires the root key.
         */
        post: operations["create_agent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an agent
         * @description Returns one agent with its tool limits and its delivery settings. Requires the root key.
         */
        get: operations["get_agent"];
        put?: never;
        post?: never;
        /**
         * Delete an agent
         * @description Deletes the agent and its keys. The keys stop working immediately. Requires the root key.
         */
        delete: operations["delete_agent"];
        options?: never;
        head?: never;
        /**
         * Update an agent
         * @description Changes the given settings. The name of an agent cannot be changed. Requires the root key.
         */
        patch: operations["update_agent"];
        trace?: never;
    };
    "/v1/agents/{name}/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tools of an agent
         * @description Lists all tools that need no table, document or thread, whether the agent may call them, and why. Requires the root key.
         */
        get: operations["list_agent_tools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{name}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a key for an agent
         * @description The key is shown once, in this response. Requires the root key.
         */
        post: operations["create_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List keys
         * @description Lists the keys of all agents of the workspace, newest first. Requires the root key.
         */
        get: operations["list_keys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description Takes effect immediately and cannot be undone. Requires the root key.
         */
        delete: operations["revoke_key"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tool calls
         * @description The tool-call log, newest first. The root key sees all calls of the workspace and the calls without a valid key, an agent its own calls. Requires a key that is not limited to some tools.
         */
        get: operations["list_calls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/calls/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a tool call
         * @description One call of the tool-call log with the beginning of its answer. Requires a key that is not limited to some tools.
         */
        get: operations["get_call"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List administrative acts
         * @description The audit log of all workspaces, newest first: who changed agents, keys, roles, workspaces, pauses and settings or deleted something, with the old and the new state. Secrets are masked. Requires the root key.
         */
        get: operations["list_acts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export administrative acts
         * @description Streams the audit log, newest first, as CSV or as one JSON object per line. Requires the root key.
         */
        get: operations["export_acts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream events
         * @description Server-sent events: tool calls, context changes, deliveries, schedules, pauses of the workspace and toolsets. The root key sees those of the workspace, an agent its own. Send the id of the last event in the header Last-Event-ID to continue after it; events near it may be sent again. Requires a key that is not limited to some tools.
         */
        get: operations["stream_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get call statistics
         * @description Counts, errors and durations of tool calls by tool, agent, error code or time. The root key sees all calls of the workspace, an agent its own. Calls are counted when they are logged: by the minute for at least four hours, then by the hour. The period is extended to whole minutes or hours. Durations are accurate to a tenth. Requires a key that is not limited to some tools.
         */
        get: operations["get_stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search everything
         * @description Finds tools, agents, context keys, tables, documents, rows, scheduled prompts and calls (among the newest 100000) that contain a text, in any case, as far as the key may list them. An agent finds the context that it can read, by whole words. Requires a key that is not limited to some tools.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List shared context
         * @description Lists all values of the workspace by key, with their readers, including those that no agent can read. Requires the root key.
         */
        get: operations["list_all_context"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/context/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a key
         * @description Lists the stored versions of a key, newest first, whoever could read them: the last 100, for 30 days after they were replaced and never longer than their own expiry. A deleted key keeps its versions. Requires the root key.
         */
        get: operations["list_context_versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/context/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a version of a key
         * @description Makes an earlier version the newest one, with the readers and the expiry that it had, also if the key was deleted since. An agent can restore the versions that read_history shows it, the root key all versions. Requires permission to call `read_history` and `push_context`.
         */
        post: operations["restore_context"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List schedules
         * @description Lists the scheduled prompts in the order of their next delivery. Requires permission to call `promptyoself_list`.
         */
        get: operations["list_schedules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schedules/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the pause of the workspace
         * @description Returns whether all prompts of the workspace are paused, since when and by whom. Requires permission to call `promptyoself_list`.
         */
        get: operations["get_workspace_pause"];
        put?: never;
        /**
         * Pause the workspace
         * @description Pauses all scheduled prompts of the workspace immediately. Requires permission to call `pause_prompts`.
         */
        post: operations["pause_workspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schedules/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume the workspace
         * @description Resumes the scheduled prompts of the workspace. Requires permission to call `pause_prompts`.
         */
        post: operations["resume_workspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schedules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a schedule
         * @description Returns one scheduled prompt. Requires permission to call `promptyoself_list`.
         */
        get: operations["get_schedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a schedule
         * @description Changes a scheduled prompt. Its id, count and history are kept. Requires permission to call `promptyoself_cancel`.
         */
        patch: operations["change_schedule"];
        trace?: never;
    };
    "/v1/schedules/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a schedule
         * @description Nothing is delivered until the schedule is resumed. Requires permission to call `promptyoself_cancel`.
         */
        post: operations["pause_schedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schedules/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a schedule
         * @description Slots missed during the pause are handled by the misfire policy. Requires permission to call `promptyoself_cancel`.
         */
        post: operations["resume_schedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schedules/{id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a schedule now
         * @description Delivers the prompt once now, in addition to its scheduled deliveries. Requires permission to call `promptyoself_cancel`.
         */
        post: operations["run_schedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schedules/simulation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Simulate schedules
         * @description Returns the deliveries of the coming days, optionally after an outage. Requires permission to call `promptyoself_list`.
         */
        get: operations["simulate_schedules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schedules/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the calendar of schedules
         * @description Returns what was delivered on the last days and what is expected next, by day. Requires permission to call `promptyoself_list`.
         */
        get: operations["get_calendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schedules/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview a timing
         * @description Returns the first times of a schedule that does not exist yet: one of `cron`, `every` and `time`, as the scheduling tools take them. Requires permission to call `promptyoself_list`.
         */
        get: operations["preview_timing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schedules/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview a schedule
         * @description Returns the next scheduled times. Requires permission to call `promptyoself_list`.
         */
        get: operations["preview_schedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description Lists the deliveries of scheduled prompts, newest first. Requires permission to call `promptyoself_list`.
         */
        get: operations["list_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deliveries/troubles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List failing recipients
         * @description Lists recipients whose deliveries fail, and whether delivery to them is suspended. Requires permission to call `promptyoself_list`.
         */
        get: operations["list_troubles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deliveries/troubles/{agent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Resume delivery to a recipient
         * @description Clears the failures of a recipient and sends its held prompts. Requires permission to call `promptyoself_execute`.
         */
        delete: operations["clear_trouble"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery
         * @description Returns one delivery with all its attempts. Requires permission to call `promptyoself_list`.
         */
        get: operations["get_delivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deliveries/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend a delivery
         * @description Sends a failed or unconfirmed delivery again with the same id. Requires permission to call `promptyoself_execute`.
         */
        post: operations["resend_delivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/toolsets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List toolsets
         * @description Lists the tool folders, the functions that this key may call, and the load status of every folder. Requires a key that is not limited to some tools.
         */
        get: operations["list_toolsets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/toolsets/{id}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the log of a tool folder
         * @description The latest lines of a folder, newest first: what its module wrote, loads, and failures. Each process keeps up to 200 lines of a folder in memory, and answers with its own. Requires the root key.
         */
        get: operations["list_toolset_log"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/threads/{thread_id}/agent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the active toolset of a thread
         * @description Returns the toolset whose tools the thread offers. Requires a key that is not limited to some tools.
         */
        get: operations["get_thread_agent"];
        /**
         * Choose the active toolset of a thread
         * @description Activates a toolset, or disables all tools with the name "Disabled". Switching clears the message history in the mode one. Requires a key that is not limited to some tools.
         */
        put: operations["choose_thread_agent"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/threads/{thread_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages of a thread
         * @description Lists the message history, oldest first. Requires a key that is not limited to some tools.
         */
        get: operations["list_thread_messages"];
        put?: never;
        /**
         * Add a message to a thread
         * @description Appends a message to the history. Threads are created by their first use. Requires a key that is not limited to some tools.
         */
        post: operations["add_thread_message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get metrics
         * @description Metrics for Prometheus: tool calls, deliveries, connections, and the process. Requires the root key.
         */
        get: operations["get_metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the start page
         * @description Links to the documentation, for a person with a browser. No key is needed.
         */
        get: operations["start_page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents
         * @description Lists the documents of the workspace without their text. Requires permission to call `read_rows`.
         */
        get: operations["list_documents_of_workspace"];
        put?: never;
        /**
         * Create a document
         * @description Adds a document to the workspace. POST /v1/stacks/{id}/documents adds it to a stack. Requires permission to call `save_table_row`.
         */
        post: operations["create_document"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a document
         * @description Returns the document with its text. Requires permission to call `read_rows`.
         */
        get: operations["get_document"];
        put?: never;
        post?: never;
        /**
         * Delete a document
         * @description Deletes the document with its extractions and its rows in all tables. Requires permission to call `save_table_row` and `define_columns`.
         */
        delete: operations["delete_document"];
        options?: never;
        head?: never;
        /**
         * Update a document
         * @description Changes the file name, the media type or the text. Requires permission to call `save_table_row`.
         */
        patch: operations["update_document"];
        trace?: never;
    };
    "/v1/documents/{id}/extractions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List extractions of a document
         * @description Lists the extractions, newest first. Requires permission to call `read_rows` and `read_document_extraction`.
         */
        get: operations["list_extractions"];
        put?: never;
        /**
         * Create an extraction
         * @description Starts an extraction, or adds a completed one. Requires permission to call `save_table_row` and `save_extracted_data`.
         */
        post: operations["create_extraction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{id}/extractions/{extraction}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an extraction
         * @description Adds fields to an extraction, or marks it as completed. Requires permission to call `save_table_row` and `save_extracted_data`.
         */
        patch: operations["update_extraction"];
        trace?: never;
    };
    "/v1/stacks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List stacks
         * @description Lists the stacks of the workspace. Requires permission to call `read_rows`.
         */
        get: operations["list_stacks"];
        put?: never;
        /**
         * Create a stack
         * @description Creates a stack. `documents` adds new documents to it, `table` creates a table; all or nothing. Requires permission to call `save_table_row`.
         */
        post: operations["create_stack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stacks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a stack
         * @description Returns the name and description of a stack. Requires permission to call `read_rows`.
         */
        get: operations["get_stack"];
        put?: never;
        post?: never;
        /**
         * Delete a stack
         * @description Deletes the stack and its tables. The documents are kept. Requires permission to call `save_table_row` and `define_columns`.
         */
        delete: operations["delete_stack"];
        options?: never;
        head?: never;
        /**
         * Update a stack
         * @description Changes the name or the description. Requires permission to call `save_table_row`.
         */
        patch: operations["update_stack"];
        trace?: never;
    };
    "/v1/stacks/{id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents of a stack
         * @description Lists the documents in the order in which they were added. Requires permission to call `read_rows`.
         */
        get: operations["list_stack_documents"];
        put?: never;
        /**
         * Add documents to a stack
         * @description Adds documents by id. Documents that are already in the stack are ignored. Requires permission to call `save_table_row`.
         */
        post: operations["add_documents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stacks/{id}/documents/{document}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a document from a stack
         * @description Removes the document from the stack, and its row from each table of the stack. Requires permission to call `save_table_row` and `define_columns`.
         */
        delete: operations["remove_document"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stacks/{id}/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tables of a stack
         * @description Lists the tables of one stack with their columns. Requires permission to call `read_rows`.
         */
        get: operations["list_tables"];
        put?: never;
        /**
         * Create a table
         * @description Creates a table with one row per document of the stack. Requires permission to call `save_table_row`.
         */
        post: operations["create_table"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tables
         * @description Lists all tables of the workspace by name, with their progress. Requires permission to call `read_rows`.
         */
        get: operations["list_workspace_tables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tables/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a table
         * @description Returns the table with its columns, without its rows. Requires permission to call `read_rows`.
         */
        get: operations["get_table"];
        put?: never;
        post?: never;
        /**
         * Delete a table
         * @description Deletes the table with its rows and its history. This cannot be undone. Requires permission to call `save_table_row` and `define_columns`.
         */
        delete: operations["delete_table"];
        options?: never;
        head?: never;
        /**
         * Rename a table
         * @description Changes the name of the table. Requires permission to call `save_table_row`.
         */
        patch: operations["rename_table"];
        trace?: never;
    };
    "/v1/tables/{id}/columns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the columns of a table
         * @description Works in both modes. Columns that keep their name keep their values; the values of removed columns stay in the history. Requires permission to call `save_table_row` and `define_columns`.
         */
        put: operations["set_columns"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tables/{id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rows of a table
         * @description Lists rows, filtered and sorted as requested. Requires permission to call `read_rows`.
         */
        get: operations["list_rows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tables/{id}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List uncertain cells of a table
         * @description Lists the cells whose confidence is below the threshold. Requires permission to call `read_rows` and `read_review_list`.
         */
        get: operations["list_doubtful_cells"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tables/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes of a table
         * @description Lists every change of the table and its rows, newest first. Requires permission to call `read_rows`.
         */
        get: operations["list_changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tables/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a table
         * @description Streams the whole table as CSV or JSON. Requires permission to call `read_rows`.
         */
        get: operations["export_table"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tables/{id}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import rows into a table
         * @description The body is the CSV itself. The first line contains the column names, the first column the document id or file name. Each line replaces the row of its document. If any line is invalid, nothing is imported and the error lists the invalid lines. At most three imports of a workspace run at the same time; further ones get 503 with Retry-After. An upload of less than 4096 bytes per second is given up. Requires permission to call `save_table_row`.
         */
        post: operations["import_table"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The body of every error response. */
        Error: {
            /** @enum {boolean} */
            success: false;
            /** @description What is wrong and how to fix the call. */
            error: string;
            /** @description Error code for programs. */
            code: string;
            /** @description The recommended next step. */
            suggestion: string;
            /** @description Whether the same call can succeed later. */
            retryable: boolean;
            /** @description Identifies the request in the logs. */
            request_id: string;
            /** @description The calling agent. */
            agent_name?: string;
        } & {
            [key: string]: unknown;
        };
    };
    responses: never;
    parameters: {
        /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
        result_from: number;
        /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
        idempotency_key: string;
        /** @description With the root key: the workspace to act in. Default: `default`. */
        workspace: string;
        /** @description With the root key: the agent to act as. */
        agent: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    get_openapi: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The OpenAPI 3.1 document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    healthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Service status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "text"
                     *     }
                     */
                    "application/json": {
                        /** @description ok or ready. */
                        status: string;
                    };
                };
            };
        };
    };
    readyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Service status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "text"
                     *     }
                     */
                    "application/json": {
                        /** @description ok or ready. */
                        status: string;
                    };
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_context: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The keys to read. By default, or if empty: everything you can read. */
                    keys?: string[];
                    /**
                     * @description How many values to return at most when no keys are named.
                     * @default 500
                     */
                    limit?: number;
                    /** @description The next_cursor of the previous reply, for the next page. */
                    cursor?: string;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "text",
                     *       "agent_name": "Sales",
                     *       "context": {},
                     *       "keys_requested": [
                     *         "text"
                     *       ],
                     *       "keys_found": [
                     *         "text"
                     *       ],
                     *       "versions": {},
                     *       "written_by": {},
                     *       "keys_remaining": [
                     *         "text"
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Errors have success: false instead.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result in one sentence. */
                        message: string;
                        /** @description The agent that made the call. */
                        agent_name: string;
                        /** @description The values by key. */
                        context: {
                            [key: string]: unknown;
                        };
                        /** @description The keys of the call. */
                        keys_requested: string[];
                        /** @description The keys in context. */
                        keys_found: string[];
                        /** @description The version of each value, for if_version. */
                        versions: {
                            [key: string]: number;
                        };
                        /** @description The agent that pushed each value. */
                        written_by: {
                            [key: string]: string;
                        };
                        /** @description Requested keys that did not fit into this reply: request them next. */
                        keys_remaining?: string[];
                        /** @description Present if there is more: the cursor for the next call. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    push_context: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name of the value, for example 'customer_update'. */
                    key: string;
                    /** @description The value as JSON text, for example {"status":"active"}. Other text is stored as a JSON string. */
                    value: string;
                    /** @description Topics whose current subscribers can read it. */
                    topics?: string[];
                    /** @description Names of agents that can read it. */
                    subscribers?: string[];
                    /** @description Hours until the value expires; 24 by default, 0 for never. */
                    ttl_hours?: number;
                    /** @description Seconds until the value expires, instead of ttl_hours. For an hour: 3600. */
                    ttl?: number;
                    /** @description Push only if the key has this version now; 0: only if it has no value that you can read or have pushed. Otherwise nothing is stored, and the error has the current state. */
                    if_version?: number;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "text",
                     *       "agent_name": "Sales",
                     *       "key": "text",
                     *       "version": 1,
                     *       "routing": "global",
                     *       "topics": [
                     *         "text"
                     *       ],
                     *       "subscribers_notified": [
                     *         "text"
                     *       ],
                     *       "subscribers_truncated": true,
                     *       "unknown_subscribers": [
                     *         "text"
                     *       ],
                     *       "topics_without_subscribers": [
                     *         "text"
                     *       ],
                     *       "did_you_mean": {},
                     *       "expires_at": "2026-03-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Errors have success: false instead.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result in one sentence. */
                        message: string;
                        /** @description The agent that made the call. */
                        agent_name: string;
                        /** @description The key that was pushed. */
                        key: string;
                        /** @description The version of the key; each push adds one. */
                        version: number;
                        /** @description Who can read it: everyone, subscribers of topics, named agents, or both. */
                        routing: "global" | "topics" | "direct" | "topics_and_direct";
                        /** @description The topics it was pushed to. */
                        topics: string[];
                        /** @description The known agents that can read it, at most 100; empty for a global push. */
                        subscribers_notified: string[];
                        /** @description True if more agents can read it than are listed. */
                        subscribers_truncated?: boolean;
                        /** @description Named agents that do not exist yet. An agent that appears later under this name can read the value. */
                        unknown_subscribers?: string[];
                        /** @description Topics that nobody is subscribed to. */
                        topics_without_subscribers?: string[];
                        /** @description The existing agent or topic with the most similar name, by the name given. */
                        did_you_mean?: {
                            [key: string]: string;
                        };
                        /** @description When the value expires; null for never. */
                        expires_at: string | null;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_context: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Only keys that match as a whole: * is any run of characters, ? is one, e.g. 'user_*'. Upper and lower case differ. */
                    pattern?: string;
                    /**
                     * @description How many keys to return at most.
                     * @default 500
                     */
                    limit?: number;
                    /** @description The next_cursor of the previous reply, for the next page. */
                    cursor?: string;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "text",
                     *       "agent_name": "Sales",
                     *       "context_keys": [
                     *         {
                     *           "key": "text",
                     *           "accessible": true,
                     *           "has_ttl": true,
                     *           "ttl_remaining": 1,
                     *           "source": "text",
                     *           "version": 1,
                     *           "written_by": "Sales",
                     *           "updated_at": "2026-03-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "total_keys": 1,
                     *       "next_cursor": "WyJTYWxlcyJd"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Errors have success: false instead.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result in one sentence. */
                        message: string;
                        /** @description The agent that made the call. */
                        agent_name: string;
                        /** @description The keys in alphabetical order. */
                        context_keys: {
                            /** @description The key. */
                            key: string;
                            /**
                             * @description Always true: other keys are not listed.
                             * @enum {boolean}
                             */
                            accessible: true;
                            /** @description Whether the value expires. */
                            has_ttl: boolean;
                            /** @description Seconds until it expires. */
                            ttl_remaining?: number;
                            /** @description 'global', 'topic:NAME' or 'direct'. */
                            source: string;
                            /** @description The version of the value, for if_version. */
                            version: number;
                            /** @description The agent that pushed it. */
                            written_by: string;
                            /**
                             * Format: date-time
                             * @description When it was pushed.
                             */
                            updated_at: string;
                        }[];
                        /** @description Number of keys in this reply. */
                        total_keys: number;
                        /** @description Present if there is more: the cursor for the next call. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    subscribe_to_topics: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Topics to subscribe to, e.g. ['sales', 'reports']. */
                    topics: string[];
                    /**
                     * @description Also make the values readable that were pushed to these topics earlier.
                     * @default false
                     */
                    include_existing?: boolean;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "text",
                     *       "agent_name": "Sales",
                     *       "topics_subscribed": [
                     *         "text"
                     *       ],
                     *       "new_subscriptions": [
                     *         "text"
                     *       ],
                     *       "existing_subscriptions": [
                     *         "text"
                     *       ],
                     *       "total_subscriptions": 1,
                     *       "values_revealed": 1
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Errors have success: false instead.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result in one sentence. */
                        message: string;
                        /** @description The agent that made the call. */
                        agent_name: string;
                        /** @description The topics of the call. */
                        topics_subscribed: string[];
                        /** @description Topics that you were not subscribed to before. */
                        new_subscriptions: string[];
                        /** @description Topics that you were already subscribed to. */
                        existing_subscriptions: string[];
                        /** @description Number of your subscriptions now. */
                        total_subscriptions: number;
                        /** @description With include_existing: values that became readable. */
                        values_revealed?: number;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    discover_topics: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Only topics whose whole name matches: * is any run of characters, ? is one, e.g. 'sales*'. */
                    pattern?: string;
                    /**
                     * @description How many topics to return at most.
                     * @default 100
                     */
                    limit?: number;
                    /** @description The next_cursor of the previous reply, for the next page. */
                    cursor?: string;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "text",
                     *       "agent_name": "Sales",
                     *       "topics": [
                     *         {
                     *           "name": "text",
                     *           "subscriber_count": 1,
                     *           "subscribers": [
                     *             "text"
                     *           ],
                     *           "recent_activity": true
                     *         }
                     *       ],
                     *       "total_topics": 1,
                     *       "next_cursor": "WyJTYWxlcyJd"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Errors have success: false instead.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result in one sentence. */
                        message: string;
                        /** @description The agent that made the call. */
                        agent_name: string;
                        /** @description The topics, the most subscribed first. */
                        topics: {
                            /** @description The name of the topic. */
                            name: string;
                            /** @description Number of subscribed agents. */
                            subscriber_count: number;
                            /** @description Names of subscribed agents, at most 100. */
                            subscribers: string[];
                            /** @description Whether a value was pushed in the last 24 hours. */
                            recent_activity: boolean;
                        }[];
                        /** @description Number of topics in this reply. */
                        total_topics: number;
                        /** @description Present if there is more: the cursor for the next call. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    unsubscribe_from_topics: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "topics": [
                 *         "old_topic"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Topics to unsubscribe from. */
                    topics: string[];
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "text",
                     *       "agent_name": "Sales",
                     *       "topics_unsubscribed": [
                     *         "text"
                     *       ],
                     *       "topics_not_found": [
                     *         "text"
                     *       ],
                     *       "remaining_subscriptions": [
                     *         "text"
                     *       ],
                     *       "total_subscriptions": 1
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Errors have success: false instead.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result in one sentence. */
                        message: string;
                        /** @description The agent that made the call. */
                        agent_name: string;
                        /** @description Subscriptions that ended. */
                        topics_unsubscribed: string[];
                        /** @description Topics that you were not subscribed to. */
                        topics_not_found: string[];
                        /** @description Your subscriptions now, at most 1000. */
                        remaining_subscriptions: string[];
                        /** @description Number of your subscriptions now. */
                        total_subscriptions: number;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_topic: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "topic": "obsolete_topic",
                 *       "confirm": true
                 *     }
                 */
                "application/json": {
                    /** @description The topic to delete. */
                    topic: string;
                    /** @description Must be true to confirm the deletion. */
                    confirm: boolean;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "text",
                     *       "agent_name": "Sales",
                     *       "topic": "text",
                     *       "subscribers_affected": [
                     *         "text"
                     *       ],
                     *       "subscribers_truncated": true,
                     *       "context_items_deleted": 1
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Errors have success: false instead.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result in one sentence. */
                        message: string;
                        /** @description The agent that made the call. */
                        agent_name: string;
                        /** @description The topic that was deleted. */
                        topic: string;
                        /** @description Agents whose subscription ended, at most 100. */
                        subscribers_affected: string[];
                        /** @description True if there were more subscribers than are listed. */
                        subscribers_truncated?: boolean;
                        /** @description Number of values that were deleted. */
                        context_items_deleted: number;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_context: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "temp_token"
                 *     }
                 */
                "application/json": {
                    /** @description The key to delete. */
                    key: string;
                    /** @description Delete only if the key has this version now. */
                    if_version?: number;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "text",
                     *       "agent_name": "Sales",
                     *       "key": "text",
                     *       "version": 1
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Errors have success: false instead.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result in one sentence. */
                        message: string;
                        /** @description The agent that made the call. */
                        agent_name: string;
                        /** @description The key that was deleted. */
                        key: string;
                        /** @description The version of the deletion; the next push adds one. */
                        version: number;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    search_context: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The words to search for. */
                    query: string;
                    /**
                     * @description How many matches to return at most.
                     * @default 10
                     */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "text",
                     *       "agent_name": "Sales",
                     *       "results": [
                     *         {
                     *           "key": "text",
                     *           "snippet": "text",
                     *           "version": 1,
                     *           "written_by": "Sales",
                     *           "updated_at": "2026-03-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "total_results": 1
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Errors have success: false instead.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result in one sentence. */
                        message: string;
                        /** @description The agent that made the call. */
                        agent_name: string;
                        /** @description The matches, best first. */
                        results: {
                            /** @description The key. */
                            key: string;
                            /** @description The part of the value around the match. */
                            snippet: string;
                            /** @description The version of the value, for if_version. */
                            version: number;
                            /** @description The agent that pushed it. */
                            written_by: string;
                            /**
                             * Format: date-time
                             * @description When it was pushed.
                             */
                            updated_at: string;
                        }[];
                        /** @description Number of matches in this reply. */
                        total_results: number;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    read_changes: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "limit": 50
                 *     }
                 */
                "application/json": {
                    /** @description The cursor of the previous reply; by default from the beginning. */
                    cursor?: string;
                    /**
                     * @description How many changes to return at most.
                     * @default 100
                     */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "text",
                     *       "agent_name": "Sales",
                     *       "changes": [
                     *         {
                     *           "key": "text",
                     *           "change": "set",
                     *           "version": 1,
                     *           "value": {},
                     *           "written_by": "Sales",
                     *           "at": "2026-03-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "cursor": "WyJTYWxlcyJd",
                     *       "more": true
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Errors have success: false instead.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result in one sentence. */
                        message: string;
                        /** @description The agent that made the call. */
                        agent_name: string;
                        /** @description The changes since the cursor, oldest first. */
                        changes: {
                            /** @description The key that changed. */
                            key: string;
                            /** @description 'set': it has a new value. 'gone': you can no longer read it. */
                            change: "set" | "gone";
                            /** @description The version of the key after the change. */
                            version: number;
                            /** @description The current value, for 'set'. */
                            value?: unknown;
                            /** @description The agent that pushed the value. */
                            written_by?: string;
                            /**
                             * Format: date-time
                             * @description When it changed.
                             */
                            at: string;
                        }[];
                        /** @description The cursor for the next call. */
                        cursor: string;
                        /** @description Whether there are more changes to read now. */
                        more: boolean;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    read_history: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "customer_update",
                 *       "limit": 3
                 *     }
                 */
                "application/json": {
                    /** @description The key. */
                    key: string;
                    /**
                     * @description How many versions to return at most.
                     * @default 20
                     */
                    limit?: number;
                    /** @description Only versions below this one, for the next page. */
                    before_version?: number;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "text",
                     *       "agent_name": "Sales",
                     *       "key": "text",
                     *       "versions": [
                     *         {
                     *           "version": 1,
                     *           "value": {},
                     *           "written_by": "Sales",
                     *           "at": "2026-03-01T09:00:00.000Z",
                     *           "current": true
                     *         }
                     *       ],
                     *       "more": true
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Errors have success: false instead.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result in one sentence. */
                        message: string;
                        /** @description The agent that made the call. */
                        agent_name: string;
                        /** @description The key. */
                        key: string;
                        /** @description The versions, newest first. */
                        versions: {
                            /** @description The version. */
                            version: number;
                            /** @description The value of this version. */
                            value: unknown;
                            /** @description The agent that pushed it. */
                            written_by: string;
                            /**
                             * Format: date-time
                             * @description When it was pushed.
                             */
                            at: string;
                            /** @description Whether this is the value of the key now. */
                            current: boolean;
                        }[];
                        /** @description Whether there are older versions. */
                        more: boolean;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    promptyoself_list: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "agent_id": "Research"
                 *     }
                 */
                "application/json": {
                    /** @description Only schedules for this agent. */
                    agent_id?: string;
                    /**
                     * @description Include schedules that were cancelled or have finished.
                     * @default false
                     */
                    include_cancelled?: boolean;
                    /**
                     * @description Maximum number of schedules.
                     * @default 500
                     */
                    limit?: number;
                    /** @description The next_cursor of the previous page. */
                    cursor?: string;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "schedules": [
                     *         {
                     *           "id": 1,
                     *           "agent_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "prompt_text": "text",
                     *           "schedule_type": "once",
                     *           "schedule_value": "text",
                     *           "next_run": "2026-03-01T09:00:00.000Z",
                     *           "active": true,
                     *           "created_at": "2026-03-01T09:00:00.000Z",
                     *           "last_run": "text",
                     *           "max_repetitions": 1,
                     *           "repetition_count": 1,
                     *           "timezone": "text",
                     *           "end_at": "2026-03-01T09:00:00.000Z",
                     *           "misfire": "text",
                     *           "overlap": "text",
                     *           "paused": true,
                     *           "state": "active",
                     *           "problem": "text",
                     *           "created_by": "Sales"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "warning": "text",
                     *       "next_cursor": "WyJTYWxlcyJd"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Errors have success: false and an error instead.
                         * @enum {string}
                         */
                        status: "success";
                        /** @description Ordered by next_run, then id. */
                        schedules: {
                            /** @description The schedule’s id. */
                            id: number;
                            /** @description The recipient. */
                            agent_id: string;
                            /** @description The text to deliver. */
                            prompt_text: string;
                            /** @description The kind of schedule. */
                            schedule_type: "once" | "cron" | "interval";
                            /** @description The time, cron expression or interval. */
                            schedule_value: string;
                            /** @description The next slot, in UTC; null after the last one. */
                            next_run: string | null;
                            /** @description False once it is cancelled or has finished. */
                            active: boolean;
                            /** @description When it was created, in UTC. */
                            created_at: string;
                            /** @description The last successful delivery, in UTC. */
                            last_run: string | null;
                            /** @description Deliveries after which it ends; null for no limit. */
                            max_repetitions: number | null;
                            /** @description Successful deliveries. */
                            repetition_count: number;
                            /** @description The time zone of a cron expression. */
                            timezone: string;
                            /** @description The end of its slots, in UTC. */
                            end_at: string | null;
                            /** @description How slots missed in an outage are handled. */
                            misfire: string;
                            /** @description How a slot is handled while the one before is open. */
                            overlap: string;
                            /** @description Whether it, or its workspace, is paused. */
                            paused: boolean;
                            /** @description Its current state. */
                            state: "active" | "paused" | "switched_off" | "delivering" | "finished" | "cancelled" | "failed";
                            /** @description Why nothing is delivered, if the workspace or the recipient is the cause. */
                            problem: string | null;
                            /** @description The agent that created it. */
                            created_by: string;
                        }[];
                        /** @description The number of schedules in this reply. */
                        count: number;
                        /** @description Present if agent_id is probably misspelt, with the agent meant. */
                        warning?: string;
                        /** @description Present if there are more: pass it as cursor. */
                        next_cursor?: string;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    promptyoself_schedule_time: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "agent_id": "Research",
                 *       "prompt": "Ping me once",
                 *       "time": "2030-12-25T10:00:00Z"
                 *     }
                 */
                "application/json": {
                    /** @description The recipient: the name of an agent of this gateway, or an agent id on Letta. Default: the calling agent itself, or the configured default. */
                    agent_id?: string;
                    /** @description The text to deliver to the agent, up to 100,000 characters. */
                    prompt: string;
                    /** @description A time in the future: ISO 8601 such as 2030-12-25T10:00:00Z or with an offset, or "2030-12-25 10:00:00 UTC". Without a zone it is UTC. */
                    time: string;
                    /**
                     * @description After an outage: "once" delivers one prompt for all missed slots, "skip" none, "all" one for each slot (at most 100).
                     * @default once
                     */
                    misfire?: "once" | "skip" | "all";
                    /**
                     * @description Skip the check that the agent exists.
                     * @default false
                     */
                    skip_validation?: boolean;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "id": 42,
                     *       "next_run": "2030-12-25T10:00:00+00:00",
                     *       "message": "Prompt scheduled with ID 42 for agent Research; next run 2030-12-25T10:00:00+00:00"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Errors have success: false and an error instead.
                         * @enum {string}
                         */
                        status: "success";
                        /** @description The schedule’s id, for example to cancel it. */
                        id: number;
                        /** @description Its first slot, in UTC. */
                        next_run: string;
                        /** @description A summary, with a warning if nothing is delivered now. */
                        message: string;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    promptyoself_schedule_cron: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "agent_id": "Research",
                 *       "prompt": "Daily standup",
                 *       "cron": "0 9 * * MON-FRI",
                 *       "timezone": "Europe/Berlin"
                 *     }
                 */
                "application/json": {
                    /** @description The recipient: the name of an agent of this gateway, or an agent id on Letta. Default: the calling agent itself, or the configured default. */
                    agent_id?: string;
                    /** @description The text to deliver to the agent, up to 100,000 characters. */
                    prompt: string;
                    /** @description Five fields: minute hour day-of-month month day-of-week. "0 9 * * *" is every day at 09:00, "*\/15 * * * *" every 15 minutes, "0 9 * * MON-FRI" on weekdays. When both day fields are restricted, a match of either is enough. */
                    cron: string;
                    /**
                     * @description The IANA time zone of the expression, such as Europe/Berlin.
                     * @default UTC
                     */
                    timezone?: string;
                    /** @description End after this many successful deliveries. */
                    max_repetitions?: number;
                    /** @description No slot after this time: ISO 8601, in the future. */
                    end_at?: string;
                    /**
                     * @description After an outage: "once" delivers one prompt for all missed slots, "skip" none, "all" one for each slot (at most 100).
                     * @default once
                     */
                    misfire?: "once" | "skip" | "all";
                    /**
                     * @description When a slot comes while the one before is still being delivered: "skip" omits it, "queue" delivers one prompt afterwards, "allow" delivers both.
                     * @default skip
                     */
                    overlap?: "skip" | "queue" | "allow";
                    /**
                     * @description Skip the check that the agent exists.
                     * @default false
                     */
                    skip_validation?: boolean;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "id": 43,
                     *       "next_run": "2030-01-02T08:00:00+00:00",
                     *       "message": "Prompt scheduled with ID 43 for agent Research; next run 2030-01-02T08:00:00+00:00"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Errors have success: false and an error instead.
                         * @enum {string}
                         */
                        status: "success";
                        /** @description The schedule’s id, for example to cancel it. */
                        id: number;
                        /** @description Its first slot, in UTC. */
                        next_run: string;
                        /** @description A summary, with a warning if nothing is delivered now. */
                        message: string;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    promptyoself_schedule_every: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "prompt": "Ping me in two minutes",
                 *       "every": "2m",
                 *       "max_repetitions": 1
                 *     }
                 */
                "application/json": {
                    /** @description The recipient: the name of an agent of this gateway, or an agent id on Letta. Default: the calling agent itself, or the configured default. */
                    agent_id?: string;
                    /** @description The text to deliver to the agent, up to 100,000 characters. */
                    prompt: string;
                    /** @description The interval: "30s", "5m", "1h", or whole seconds such as "45". */
                    every: string;
                    /** @description The first delivery: ISO 8601, in the future. Default: one interval from now. */
                    start_at?: string;
                    /** @description End after this many successful deliveries. */
                    max_repetitions?: number;
                    /** @description No slot after this time: ISO 8601, in the future. */
                    end_at?: string;
                    /**
                     * @description After an outage: "once" delivers one prompt for all missed slots, "skip" none, "all" one for each slot (at most 100).
                     * @default once
                     */
                    misfire?: "once" | "skip" | "all";
                    /**
                     * @description When a slot comes while the one before is still being delivered: "skip" omits it, "queue" delivers one prompt afterwards, "allow" delivers both.
                     * @default skip
                     */
                    overlap?: "skip" | "queue" | "allow";
                    /**
                     * @description Skip the check that the agent exists.
                     * @default false
                     */
                    skip_validation?: boolean;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "id": 44,
                     *       "next_run": "2030-01-01T00:02:00+00:00",
                     *       "message": "Prompt scheduled with ID 44 for agent Research; next run 2030-01-01T00:02:00+00:00"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Errors have success: false and an error instead.
                         * @enum {string}
                         */
                        status: "success";
                        /** @description The schedule’s id, for example to cancel it. */
                        id: number;
                        /** @description Its first slot, in UTC. */
                        next_run: string;
                        /** @description A summary, with a warning if nothing is delivered now. */
                        message: string;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    promptyoself_cancel: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schedule_id": 42
                 *     }
                 */
                "application/json": {
                    /** @description The id that promptyoself_list shows. */
                    schedule_id: number;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "cancelled_id": 42,
                     *       "message": "Schedule 42 cancelled"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Errors have success: false and an error instead.
                         * @enum {string}
                         */
                        status: "success";
                        /** @description The cancelled schedule. */
                        cancelled_id: number;
                        /** @description A summary. */
                        message: string;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    promptyoself_execute: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    /**
                     * @description Start or report the background loop.
                     * @default false
                     */
                    loop?: boolean;
                    /**
                     * @description Accepted for compatibility and ignored: the loop delivers each prompt at its own time.
                     * @default 60
                     */
                    interval?: number;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "executed": [
                     *         {
                     *           "id": 1,
                     *           "agent_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "delivered": true,
                     *           "next_run": "2026-03-01T09:00:00.000Z",
                     *           "repetition_count": 1,
                     *           "max_repetitions": 1,
                     *           "completed": true,
                     *           "error": "text"
                     *         }
                     *       ],
                     *       "message": "text"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Errors have success: false and an error instead.
                         * @enum {string}
                         */
                        status: "success";
                        /** @description One entry per attempt. */
                        executed?: {
                            /** @description The schedule. */
                            id: number;
                            /** @description The recipient. */
                            agent_id: string;
                            /** @description Whether the prompt was delivered. */
                            delivered: boolean;
                            /** @description The next slot, in UTC. */
                            next_run: string | null;
                            /** @description Successful deliveries. */
                            repetition_count: number;
                            /** @description Deliveries after which the schedule ends; null for no limit. */
                            max_repetitions: number | null;
                            /** @description Whether max_repetitions is reached. */
                            completed: boolean;
                            /** @description Why it was not delivered. */
                            error?: string;
                        }[];
                        /** @description A summary. */
                        message: string;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    promptyoself_test: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "text",
                     *       "details": {
                     *         "letta_base_url": "text",
                     *         "has_agents": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Errors have success: false and an error instead.
                         * @enum {string}
                         */
                        status: "success";
                        /** @description "Connected". */
                        message: string;
                        /** @description The connection. */
                        details: {
                            /** @description The address of the Letta server. Shown to the operator only. */
                            letta_base_url: string;
                            /** @description Whether the server has any agents. */
                            has_agents: boolean;
                        };
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    promptyoself_agents: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "agents": [
                     *         {
                     *           "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "name": "text",
                     *           "description": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Errors have success: false and an error instead.
                         * @enum {string}
                         */
                        status: "success";
                        /** @description The agents. */
                        agents: {
                            /** @description Pass it as agent_id. */
                            id: string;
                            /** @description The agent’s name. */
                            name: string;
                            /** @description What is known about the agent. */
                            description: string | null;
                        }[];
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    promptyoself_upload: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "source_code": "def roll(sides: int) -> int:\n    \"\"\"Roll a die.\n\n    Args:\n        sides: How many sides it has.\n    \"\"\"\n    import random\n    return random.randint(1, sides)\n"
                 *     }
                 */
                "application/json": {
                    /** @description The complete Python source of the function. */
                    source_code: string;
                    /** @description A name for the gateway’s log. */
                    name?: string;
                    /** @description Stored with the tool on Letta. */
                    description?: string;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "tool_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "name": "text"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Errors have success: false and an error instead.
                         * @enum {string}
                         */
                        status: "success";
                        /** @description The tool’s id on Letta. */
                        tool_id: string;
                        /** @description The function’s name. */
                        name: string | null;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    promptyoself_inference_diagnostics: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "ctx_present": true,
                     *       "ctx_metadata_keys": [
                     *         "text"
                     *       ],
                     *       "env": {
                     *         "PROMPTYOSELF_DEFAULT_AGENT_ID": true,
                     *         "LETTA_AGENT_ID": true,
                     *         "LETTA_DEFAULT_AGENT_ID": true
                     *       },
                     *       "single_agent_fallback_enabled": true,
                     *       "inferred_agent_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "inference_debug": {
                     *         "source": "text",
                     *         "key": "text",
                     *         "problem": "text"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The diagnosis was made.
                         * @enum {string}
                         */
                        status: "ok";
                        /** @description Whether the call has metadata. */
                        ctx_present: boolean;
                        /** @description The keys of the metadata. */
                        ctx_metadata_keys: string[];
                        /** @description Environment variables that name a default agent. */
                        env: {
                            /** @description Whether the variable is set. */
                            PROMPTYOSELF_DEFAULT_AGENT_ID: boolean;
                            /** @description Whether the variable is set. */
                            LETTA_AGENT_ID: boolean;
                            /** @description Whether the variable is set. */
                            LETTA_DEFAULT_AGENT_ID: boolean;
                        };
                        /** @description Whether the only agent on Letta is used as a default. */
                        single_agent_fallback_enabled: boolean;
                        /** @description The agent; null if none could be inferred. */
                        inferred_agent_id: string | null;
                        /** @description The source of the agent. */
                        inference_debug: {
                            /** @description argument, metadata, caller, env or single_agent_fallback. */
                            source: string | null;
                            /** @description The metadata key or the variable. */
                            key: string | null;
                            /** @description Why no agent could be inferred. */
                            problem?: string;
                        };
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    health: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "healthy",
                     *       "letta_base_url": "text",
                     *       "letta_configured": true,
                     *       "db": "text",
                     *       "queue": "text",
                     *       "loop_running": true,
                     *       "auth_set": true
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The gateway answers.
                         * @enum {string}
                         */
                        status: "healthy";
                        /** @description The address of the Letta server. Shown to the operator only. */
                        letta_base_url: string;
                        /** @description Whether a Letta server is configured. */
                        letta_configured: boolean;
                        /** @description The kind of database. */
                        db: string;
                        /** @description Where the queue is kept: postgresql or redis. */
                        queue: string;
                        /** @description Whether this process delivers prompts; others may as well. */
                        loop_running: boolean;
                        /** @description Whether a key for Letta is configured. */
                        auth_set: boolean;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    read_inbox: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    /**
                     * @description Maximum number of prompts.
                     * @default 20
                     */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "messages": [
                     *         {
                     *           "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "prompt": "text",
                     *           "schedule_id": 1,
                     *           "due_at": "2026-03-01T09:00:00.000Z",
                     *           "delivered_at": "2026-03-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "more": true
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Errors have success: false and an error instead.
                         * @enum {string}
                         */
                        status: "success";
                        /** @description The prompts, oldest first. */
                        messages: {
                            /** @description For acknowledge_prompt. */
                            id: string;
                            /** @description The text. */
                            prompt: string;
                            /** @description The schedule it comes from. */
                            schedule_id: number | null;
                            /** @description When it was scheduled for, in UTC. */
                            due_at: string;
                            /** @description When it was delivered, in UTC. */
                            delivered_at: string;
                        }[];
                        /** @description The number of prompts in this reply. */
                        count: number;
                        /** @description Whether there are more: acknowledge these, then read again. */
                        more: boolean;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    acknowledge_prompt: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01a1e26d-b40c-77d1-9f5d-56be6be8d1ad"
                 *     }
                 */
                "application/json": {
                    /** @description The id that read_inbox returns. */
                    id: string;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "acknowledged_at": "2026-03-01T09:00:00.000Z",
                     *       "message": "text"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Errors have success: false and an error instead.
                         * @enum {string}
                         */
                        status: "success";
                        /** @description The prompt’s id. */
                        id: string;
                        /** @description When it was first acknowledged, in UTC. */
                        acknowledged_at: string;
                        /** @description A summary. */
                        message: string;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    pause_prompts: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "paused": true
                 *     }
                 */
                "application/json": {
                    /** @description true pauses all prompts, false resumes them. */
                    paused: boolean;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "paused": true,
                     *       "changed": true,
                     *       "message": "text"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Errors have success: false and an error instead.
                         * @enum {string}
                         */
                        status: "success";
                        /** @description Whether the prompts of this workspace are paused. */
                        paused: boolean;
                        /** @description Whether this call changed that. */
                        changed: boolean;
                        /** @description A summary. */
                        message: string;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_documents: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "without_row": true
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Only documents that have no row yet.
                     * @default false
                     */
                    without_row?: boolean;
                    /**
                     * @description Documents per page.
                     * @default 100
                     */
                    limit?: number;
                    /** @description The next_cursor of the previous page. */
                    cursor?: string;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "text",
                     *       "documents": [
                     *         {
                     *           "document_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "filename": "invoice-0042.pdf",
                     *           "mime_type": "application/pdf",
                     *           "has_extraction": true,
                     *           "has_row": true
                     *         }
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always true; errors have another shape.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result in one sentence. */
                        message: string;
                        /** @description The documents, in the order in which they were added to the stack. */
                        documents: {
                            /** @description The id of the document. */
                            document_id: string;
                            /** @description The file name. */
                            filename: string;
                            /** @description The media type, if known. */
                            mime_type: string | null;
                            /** @description read_document_extraction returns something for it. */
                            has_extraction: boolean;
                            /** @description The document has a row in this table. */
                            has_row: boolean;
                        }[];
                        /** @description Pass it as cursor to get the next page. Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    read_document_extraction: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "document_id": "invoice_jan.pdf"
                 *     }
                 */
                "application/json": {
                    /** @description The document: its id, or its exact file name (with or without extension) if only one document of the stack has it. */
                    document_id: string;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "text",
                     *       "document_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "extracted_fields": {},
                     *       "confidence_scores": {},
                     *       "completed_at": "2026-03-01T09:00:00.000Z",
                     *       "content": [
                     *         {
                     *           "type": "text",
                     *           "text": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always true; errors have another shape.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result in one sentence. */
                        message: string;
                        /** @description The id of the document. */
                        document_id: string;
                        /** @description The fields by name. */
                        extracted_fields: {
                            [key: string]: unknown;
                        };
                        /** @description How certain each field is, from 0 to 1. */
                        confidence_scores: {
                            [key: string]: number;
                        };
                        /**
                         * Format: date-time
                         * @description When the extraction was completed.
                         */
                        completed_at: string;
                        /** @description The result as one text block, for hosts that expect content. */
                        content: {
                            /**
                             * @description Always text.
                             * @enum {string}
                             */
                            type: "text";
                            /** @description The text of the block. */
                            text: string;
                        }[];
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    define_columns: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "columns": [
                 *         {
                 *           "name": "vendor",
                 *           "type": "text"
                 *         },
                 *         {
                 *           "name": "invoice_date",
                 *           "type": "date"
                 *         },
                 *         {
                 *           "name": "amount",
                 *           "type": "number",
                 *           "description": "The total with tax."
                 *         }
                 *       ],
                 *       "reasoning": "These fields are in all five invoices."
                 *     }
                 */
                "application/json": {
                    /** @description All columns of the table, in order. A plain name stands for a text column. */
                    columns: {
                        /** @description 1 to 64 characters. */
                        name: string;
                        /** @description text by default; an existing column keeps its type. */
                        type?: "text" | "number" | "date";
                        /** @description What belongs in the column. */
                        description?: string;
                        /** @description The present name of the column that gets this name. */
                        renamed_from?: string;
                    }[];
                    /** @description Why these columns; kept in the history. */
                    reasoning?: string;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "text",
                     *       "columns": [
                     *         {
                     *           "name": "text",
                     *           "argument": "text",
                     *           "type": "text",
                     *           "description": "text"
                     *         }
                     *       ],
                     *       "schema_version": 1,
                     *       "tools_changed": true,
                     *       "tools": [
                     *         {
                     *           "name": "text",
                     *           "description": "text",
                     *           "parameters": {}
                     *         }
                     *       ],
                     *       "undo_token": "7d2f6c1e-4f0b-4a53-8f0e-5c1a2b3d4e5f",
                     *       "content": [
                     *         {
                     *           "type": "text",
                     *           "text": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always true; errors have another shape.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result in one sentence. */
                        message: string;
                        /** @description The columns, in order. */
                        columns: {
                            /** @description The name of the column. */
                            name: string;
                            /** @description Its name in the arguments of save_table_row. */
                            argument: string;
                            /** @description text, number or date. */
                            type: string;
                            /** @description What belongs in the column. */
                            description?: string;
                        }[];
                        /** @description The version of the columns; each change increments it. */
                        schema_version: number;
                        /** @description True if the columns differ from before: list the tools of the table again. */
                        tools_changed: boolean;
                        /** @description The tools whose arguments are the columns. A host that cannot call them uses save_row. */
                        tools: {
                            /** @description The name of the tool. */
                            name: string;
                            /** @description What the tool does. */
                            description: string;
                            /** @description The JSON schema of its arguments. */
                            parameters: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description Pass it to undo_change to undo this call. */
                        undo_token: string;
                        /** @description The result as one text block, for hosts that expect content. */
                        content: {
                            /**
                             * @description Always text.
                             * @enum {string}
                             */
                            type: "text";
                            /** @description The text of the block. */
                            text: string;
                        }[];
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    save_row: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "document_id": "invoice_jan.pdf",
                 *       "values": {
                 *         "vendor": "Acme Corporation",
                 *         "amount": "1500.00"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The document: its id, or its exact file name (with or without extension) if only one document of the stack has it. */
                    document_id: string;
                    /** @description The cells by column, with the column names that define_columns returned. */
                    values: {
                        [key: string]: string | null;
                    };
                    /**
                     * @description True: change only the given cells of an existing row. False: replace the whole row; columns that you leave out become empty.
                     * @default false
                     */
                    keep_other_cells?: boolean;
                    /** @description How certain each value is, by column, from 0 to 1. */
                    confidence_scores?: {
                        [key: string]: number;
                    };
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "text",
                     *       "document_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "version": 1,
                     *       "undo_token": "7d2f6c1e-4f0b-4a53-8f0e-5c1a2b3d4e5f",
                     *       "content": [
                     *         {
                     *           "type": "text",
                     *           "text": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always true; errors have another shape.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result in one sentence. */
                        message: string;
                        /** @description The id of the document. */
                        document_id: string;
                        /** @description The version of the row; each change increments it. */
                        version: number;
                        /** @description Pass it to undo_change to undo this call. */
                        undo_token: string;
                        /** @description The result as one text block, for hosts that expect content. */
                        content: {
                            /**
                             * @description Always text.
                             * @enum {string}
                             */
                            type: "text";
                            /** @description The text of the block. */
                            text: string;
                        }[];
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    save_table_row: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "document_id": "invoice_jan.pdf",
                 *       "vendor": "Acme Corporation",
                 *       "date": "2024-01-15",
                 *       "amount": "1500.00",
                 *       "confidence_scores": {
                 *         "vendor": 0.95,
                 *         "date": 0.98,
                 *         "amount": 0.92
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The document: its id, or its exact file name (with or without extension) if only one document of the stack has it. */
                    document_id: string;
                    /** @description How certain each value is, by column, from 0 to 1. */
                    confidence_scores?: {
                        [key: string]: number;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "text",
                     *       "document_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "version": 1,
                     *       "undo_token": "7d2f6c1e-4f0b-4a53-8f0e-5c1a2b3d4e5f",
                     *       "content": [
                     *         {
                     *           "type": "text",
                     *           "text": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always true; errors have another shape.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result in one sentence. */
                        message: string;
                        /** @description The id of the document. */
                        document_id: string;
                        /** @description The version of the row; each change increments it. */
                        version: number;
                        /** @description Pass it to undo_change to undo this call. */
                        undo_token: string;
                        /** @description The result as one text block, for hosts that expect content. */
                        content: {
                            /**
                             * @description Always text.
                             * @enum {string}
                             */
                            type: "text";
                            /** @description The text of the block. */
                            text: string;
                        }[];
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    update_table_row: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "document_id": "invoice_march",
                 *       "updates": {
                 *         "vendor": "Acme Inc"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The document: its id, or its exact file name (with or without extension) if only one document of the stack has it. */
                    document_id: string;
                    /** @description The new cells by column; null empties a cell. Columns that you leave out keep their cells. */
                    updates: {
                        [key: string]: string | null;
                    };
                    /** @description How certain the new values are, by column, from 0 to 1. */
                    confidence_scores?: {
                        [key: string]: number;
                    };
                    /** @description The place in the document of each value, by column: the page (from 1), a short quote, or both. */
                    sources?: {
                        [key: string]: {
                            /** @description The page, from 1. */
                            page?: number;
                            /** @description A short quote. */
                            quote?: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "text",
                     *       "document_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "updated": [
                     *         "text"
                     *       ],
                     *       "version": 1,
                     *       "undo_token": "7d2f6c1e-4f0b-4a53-8f0e-5c1a2b3d4e5f",
                     *       "content": [
                     *         {
                     *           "type": "text",
                     *           "text": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always true; errors have another shape.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result in one sentence. */
                        message: string;
                        /** @description The id of the document. */
                        document_id: string;
                        /** @description The columns that were changed. */
                        updated: string[];
                        /** @description The version of the row; each change increments it. */
                        version: number;
                        /** @description Pass it to undo_change to undo this call. */
                        undo_token: string;
                        /** @description The result as one text block, for hosts that expect content. */
                        content: {
                            /**
                             * @description Always text.
                             * @enum {string}
                             */
                            type: "text";
                            /** @description The text of the block. */
                            text: string;
                        }[];
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    bulk_update_rows: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "column": "vendor",
                 *       "match_value": "Acme Corp",
                 *       "new_value": "Acme Inc"
                 *     }
                 */
                "application/json": {
                    /** @description The column to search and change. */
                    column: string;
                    /** @description The value to find. */
                    match_value: string;
                    /** @description The value that replaces it. */
                    new_value: string;
                    /**
                     * @description Only show what would change.
                     * @default false
                     */
                    preview?: boolean;
                    /** @description The number of rows you expect to change. If it differs, none is changed. */
                    expected_rows?: number;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "text",
                     *       "matched": 1,
                     *       "updated": 1,
                     *       "preview": true,
                     *       "sample": [
                     *         {
                     *           "document_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "filename": "invoice-0042.pdf",
                     *           "before": {},
                     *           "after": {}
                     *         }
                     *       ],
                     *       "undo_token": "7d2f6c1e-4f0b-4a53-8f0e-5c1a2b3d4e5f",
                     *       "content": [
                     *         {
                     *           "type": "text",
                     *           "text": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always true; errors have another shape.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result in one sentence. */
                        message: string;
                        /** @description The number of rows that have the value. */
                        matched: number;
                        /** @description The number of rows changed; 0 in a preview. */
                        updated: number;
                        /** @description True if nothing was changed. */
                        preview: boolean;
                        /** @description The first rows that would change. */
                        sample?: {
                            /** @description The id of the document. */
                            document_id: string;
                            /** @description The file name of the document. */
                            filename: string;
                            /** @description The present value of the cell. */
                            before: unknown;
                            /** @description Its value after the update. */
                            after: unknown;
                        }[];
                        /** @description Pass it to undo_change to undo this call. */
                        undo_token?: string;
                        /** @description The result as one text block, for hosts that expect content. */
                        content: {
                            /**
                             * @description Always text.
                             * @enum {string}
                             */
                            type: "text";
                            /** @description The text of the block. */
                            text: string;
                        }[];
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    save_cell_sources: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "document_id": "invoice_jan.pdf",
                 *       "sources": {
                 *         "amount": {
                 *           "page": 2,
                 *           "quote": "Total due: $1,500.00"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The document: its id, or its exact file name (with or without extension) if only one document of the stack has it. */
                    document_id: string;
                    /** @description The place in the document of each value, by column: the page (from 1), a short quote, or both. */
                    sources: {
                        [key: string]: {
                            /** @description The page, from 1. */
                            page?: number;
                            /** @description A short quote. */
                            quote?: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "text",
                     *       "document_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "columns": [
                     *         "vendor"
                     *       ],
                     *       "version": 1,
                     *       "undo_token": "7d2f6c1e-4f0b-4a53-8f0e-5c1a2b3d4e5f",
                     *       "content": [
                     *         {
                     *           "type": "text",
                     *           "text": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always true; errors have another shape.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result in one sentence. */
                        message: string;
                        /** @description The id of the document. */
                        document_id: string;
                        /** @description The columns whose source was saved. */
                        columns: string[];
                        /** @description The version of the row; each change increments it. */
                        version: number;
                        /** @description Pass it to undo_change to undo this call. */
                        undo_token: string;
                        /** @description The result as one text block, for hosts that expect content. */
                        content: {
                            /**
                             * @description Always text.
                             * @enum {string}
                             */
                            type: "text";
                            /** @description The text of the block. */
                            text: string;
                        }[];
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    read_review_list: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "threshold": 0.9
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Cells with a lower confidence are listed.
                     * @default 0.8
                     */
                    threshold?: number;
                    /**
                     * @description Rows per page.
                     * @default 50
                     */
                    limit?: number;
                    /** @description The next_cursor of the previous page. */
                    cursor?: string;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "text",
                     *       "cells": [
                     *         {
                     *           "document_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "filename": "invoice-0042.pdf",
                     *           "column": "vendor",
                     *           "value": {},
                     *           "confidence": 1,
                     *           "source": {
                     *             "page": 1,
                     *             "quote": "text"
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always true; errors have another shape.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result in one sentence. */
                        message: string;
                        /** @description The cells, row by row. */
                        cells: {
                            /** @description The id of the document. */
                            document_id: string;
                            /** @description The file name of the document. */
                            filename: string;
                            /** @description The column of the cell. */
                            column: string;
                            /** @description The value of the cell. */
                            value: unknown;
                            /** @description How certain the value is, from 0 to 1. */
                            confidence: number;
                            /** @description The place of the value in the document. */
                            source?: {
                                /** @description The page, from 1. */
                                page?: number;
                                /** @description A quote from the document. */
                                quote?: string;
                            };
                        }[];
                        /** @description Pass it as cursor to get the next page. Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    read_rows: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         {
                 *           "column": "vendor",
                 *           "operator": "equals",
                 *           "value": "Acme Inc"
                 *         }
                 *       ],
                 *       "sort_by": "amount",
                 *       "descending": true,
                 *       "limit": 10
                 *     }
                 */
                "application/json": {
                    /** @description Only rows that meet all of these conditions. */
                    filters?: {
                        /** @description The column to compare. */
                        column: string;
                        /** @description equals by default. Numbers are compared as numbers, text exactly. */
                        operator?: "equals" | "not_equals" | "contains" | "less_than" | "at_most" | "more_than" | "at_least" | "is_empty" | "is_not_empty";
                        /** @description The value to compare with; not for is_empty and is_not_empty. */
                        value?: string;
                    }[];
                    /** @description Sort by this column: numbers first, then texts by their first 200 characters, then empty cells. By default in the order of saving. */
                    sort_by?: string;
                    /**
                     * @description Largest first; needs sort_by.
                     * @default false
                     */
                    descending?: boolean;
                    /** @description Return only these columns. */
                    columns?: string[];
                    /**
                     * @description Rows per page.
                     * @default 50
                     */
                    limit?: number;
                    /** @description The next_cursor of the previous page. */
                    cursor?: string;
                    /**
                     * @description Also return the total in `total`.
                     * @default false
                     */
                    count?: boolean;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "text",
                     *       "rows": [
                     *         {}
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd",
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always true; errors have another shape.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result in one sentence. */
                        message: string;
                        /** @description The rows of this page. */
                        rows: {
                            [key: string]: unknown;
                        }[];
                        /** @description Pass it as cursor to get the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @description The number of rows that meet the filters, with count: true. */
                        total?: number;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    complete_table: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "text",
                     *       "rows": 1,
                     *       "completed_at": "2026-03-01T09:00:00.000Z",
                     *       "undo_token": "7d2f6c1e-4f0b-4a53-8f0e-5c1a2b3d4e5f",
                     *       "content": [
                     *         {
                     *           "type": "text",
                     *           "text": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always true; errors have another shape.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result in one sentence. */
                        message: string;
                        /** @description The number of rows, one per document of the stack. */
                        rows: number;
                        /**
                         * Format: date-time
                         * @description When the table was completed.
                         */
                        completed_at: string;
                        /** @description Pass it to undo_change to undo this call. */
                        undo_token: string;
                        /** @description The result as one text block, for hosts that expect content. */
                        content: {
                            /**
                             * @description Always text.
                             * @enum {string}
                             */
                            type: "text";
                            /** @description The text of the block. */
                            text: string;
                        }[];
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    undo_change: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The undo_token in the reply of the call to undo, or "last" for your own newest change of this table that has not been undone. */
                    undo_token: string;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "text",
                     *       "undone": "text",
                     *       "rows": 1,
                     *       "schema_version": 1,
                     *       "undo_token": "7d2f6c1e-4f0b-4a53-8f0e-5c1a2b3d4e5f",
                     *       "content": [
                     *         {
                     *           "type": "text",
                     *           "text": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always true; errors have another shape.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result in one sentence. */
                        message: string;
                        /** @description The tool whose call was undone. */
                        undone: string;
                        /** @description How many rows were restored. */
                        rows: number;
                        /** @description The present version of the columns. */
                        schema_version: number;
                        /** @description Pass it to undo_change to undo this call. */
                        undo_token: string;
                        /** @description The result as one text block, for hosts that expect content. */
                        content: {
                            /**
                             * @description Always text.
                             * @enum {string}
                             */
                            type: "text";
                            /** @description The text of the block. */
                            text: string;
                        }[];
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    save_extracted_data: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "extracted_fields": {
                 *         "vendor": "Acme Corporation",
                 *         "total": "$1,500.00"
                 *       },
                 *       "confidence_scores": {
                 *         "vendor": 0.95,
                 *         "total": 0.9
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The fields by name, with any JSON values. */
                    extracted_fields: {
                        [key: string]: unknown;
                    };
                    /** @description How sure you are of each field, by its name, from 0 to 1. */
                    confidence_scores?: {
                        [key: string]: number;
                    };
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "text",
                     *       "extraction_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "document_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "content": [
                     *         {
                     *           "type": "text",
                     *           "text": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always true; errors have another shape.
                         * @enum {boolean}
                         */
                        success: true;
                        /** @description The result in one sentence. */
                        message: string;
                        /** @description The id of the new extraction. */
                        extraction_id: string;
                        /** @description The id of the document. */
                        document_id: string;
                        /** @description The result as one text block, for hosts that expect content. */
                        content: {
                            /**
                             * @description Always text.
                             * @enum {string}
                             */
                            type: "text";
                            /** @description The text of the block. */
                            text: string;
                        }[];
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    call_toolsets_tool_get: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The toolset or thread. */
                id: string;
                /** @description Tool name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": unknown;
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    call_toolsets_tool: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The toolset or thread. */
                id: string;
                /** @description Tool name. */
                name: string;
            };
            cookie?: never;
        };
        /** @description The arguments of the tool. */
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": unknown;
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    call_threads_tool_get: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The toolset or thread. */
                id: string;
                /** @description Tool name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": unknown;
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    call_threads_tool: {
        parameters: {
            query?: {
                /** @description Continues a truncated answer. Its `truncation` contains the value to send. */
                result_from?: components["parameters"]["result_from"];
            };
            header?: {
                /** @description Makes a call safe to repeat: for 24 hours the same key and arguments return the stored answer. */
                "Idempotency-Key"?: components["parameters"]["idempotency_key"];
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The toolset or thread. */
                id: string;
                /** @description Tool name. */
                name: string;
            };
            cookie?: never;
        };
        /** @description The arguments of the tool. */
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The result of the tool. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": unknown;
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The idempotency key was used with other arguments. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many calls. The Retry-After header says when to call again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An upstream server failed. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_descriptors: {
        parameters: {
            query?: {
                /** @description The format. `openapi` returns one document instead of a list. */
                format?: "subconscious" | "openai" | "openai-responses" | "anthropic" | "gemini" | "mcp" | "openapi";
                /** @description Tools of these tables. Comma-separated ids or names, or a repeated parameter. */
                table?: string | string[];
                /** @description Tools of these documents. Comma-separated ids or file names, or a repeated parameter. */
                document?: string | string[];
                /** @description Tools of these toolsets. Comma-separated ids, or a repeated parameter. */
                toolset?: string | string[];
                /** @description Tools of the active toolset of this thread. */
                thread?: string | string[];
                /** @description Returns one entry that describes this gateway as an MCP server with these tools. Only for the subconscious format. */
                mcp?: boolean;
                /** @description Strict schemas: every property is required. Only for the OpenAI formats. */
                strict?: boolean;
                /** @description OpenAPI version. Only for the openapi format. Default: that of the host. */
                version?: "3.0" | "3.1";
                /** @description The tool host that imports the document. Only for the openapi format. */
                host?: "openwebui" | "librechat" | "dify" | "watsonx" | "copilot" | "gpt";
                /** @description Only these tools. `*` is all tools, for use together with a table or document. Comma-separated names. */
                tools?: string;
                /** @description Ids of platform tools to add. Only for the subconscious format. Comma-separated ids. */
                platform?: string;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One descriptor per tool, ready to pass to a model or its host; an OpenAPI document for the openapi format. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": unknown;
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    create_descriptors: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The format. `openapi` returns one document instead of a list.
                     * @default subconscious
                     */
                    format?: "subconscious" | "openai" | "openai-responses" | "anthropic" | "gemini" | "mcp" | "openapi";
                    /** @description Tools of these tables. Comma-separated ids or names, or a repeated parameter. */
                    table?: string | string[];
                    /** @description Tools of these documents. Comma-separated ids or file names, or a repeated parameter. */
                    document?: string | string[];
                    /** @description Tools of these toolsets. Comma-separated ids, or a repeated parameter. */
                    toolset?: string | string[];
                    /** @description Tools of the active toolset of this thread. */
                    thread?: string | string[];
                    /**
                     * @description Returns one entry that describes this gateway as an MCP server with these tools. Only for the subconscious format.
                     * @default false
                     */
                    mcp?: boolean;
                    /**
                     * @description Strict schemas: every property is required. Only for the OpenAI formats.
                     * @default false
                     */
                    strict?: boolean;
                    /** @description OpenAPI version. Only for the openapi format. Default: that of the host. */
                    version?: "3.0" | "3.1";
                    /** @description The tool host that imports the document. Only for the openapi format. */
                    host?: "openwebui" | "librechat" | "dify" | "watsonx" | "copilot" | "gpt";
                    agent?: string;
                    /** @description Only these tools. `*` is all tools, for use together with a table or document. */
                    tools?: string[];
                    /** @description Ids of platform tools to add. Only for the subconscious format. */
                    platform?: string[];
                    /**
                     * @description Seconds until the new key expires.
                     * @default 3600
                     */
                    expires_in?: number;
                };
            };
        };
        responses: {
            /** @description One descriptor per tool, ready to pass to a model or its host; an OpenAPI document for the openapi format. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": unknown;
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_verdicts: {
        parameters: {
            query?: {
                /** @description Tools of these tables. Comma-separated ids or names, or a repeated parameter. */
                table?: string | string[];
                /** @description Tools of these documents. Comma-separated ids or file names, or a repeated parameter. */
                document?: string | string[];
                /** @description Tools of these toolsets. Comma-separated ids, or a repeated parameter. */
                toolset?: string | string[];
                /** @description Tools of the active toolset of this thread. */
                thread?: string | string[];
                /** @description Only these tools. Comma-separated names. */
                tools?: string;
                /** @description Only these vendors. Comma-separated names. */
                vendor?: string;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What each vendor makes of the tools. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "verdicts": [
                     *         {
                     *           "tool": "push_context",
                     *           "vendor": "subconscious",
                     *           "outcome": "accepted",
                     *           "changes": [
                     *             {
                     *               "keyword": "text",
                     *               "parameters": [
                     *                 "text"
                     *               ],
                     *               "reason": "text"
                     *             }
                     *           ],
                     *           "reason": "text",
                     *           "checksum": "text",
                     *           "tokens": 1,
                     *           "is_estimate": true
                     *         }
                     *       ],
                     *       "totals": [
                     *         {
                     *           "vendor": "subconscious",
                     *           "accepted": 1,
                     *           "changed": 1,
                     *           "refused": 1,
                     *           "tokens": 1,
                     *           "is_estimate": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description One entry per tool and vendor. */
                        verdicts: {
                            /** @description Tool name. */
                            tool: string;
                            /** @description The format, or `openai-strict` for the strict mode of the OpenAI formats. */
                            vendor: "subconscious" | "openai" | "openai-responses" | "openai-strict" | "anthropic" | "gemini" | "mcp";
                            /** @description accepted: as defined. changed: `changes` lists what the format cannot express. refused: `reason` says why. */
                            outcome: "accepted" | "changed" | "refused";
                            /** @description Keywords that the format leaves out or changes. */
                            changes: {
                                /** @description The schema keyword; `null` for nullable values. */
                                keyword: string;
                                /** @description The parameters concerned. */
                                parameters: string[];
                                /** @description Why the format changes it, and what the gateway does. */
                                reason: string;
                            }[];
                            /** @description Why the vendor would refuse the tool. */
                            reason?: string;
                            /** @description Changes whenever the descriptor changes. */
                            checksum: string;
                            /** @description Size of the descriptor in tokens, as JSON text. */
                            tokens: number;
                            /** @description Whether the tokens are estimated from characters and not counted. */
                            is_estimate: boolean;
                        }[];
                        /** @description Sums for each vendor. */
                        totals: {
                            /** @description The format, or `openai-strict` for the strict mode of the OpenAI formats. */
                            vendor: "subconscious" | "openai" | "openai-responses" | "openai-strict" | "anthropic" | "gemini" | "mcp";
                            /** @description Number of accepted tools. */
                            accepted: number;
                            /** @description Number of changed tools. */
                            changed: number;
                            /** @description Number of refused tools. */
                            refused: number;
                            /** @description Tokens of all descriptors together. */
                            tokens: number;
                            /** @description Whether the tokens are estimated from characters and not counted. */
                            is_estimate: boolean;
                        }[];
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_tools: {
        parameters: {
            query?: {
                /** @description Tools of these tables. Comma-separated ids or names, or a repeated parameter. */
                table?: string | string[];
                /** @description Tools of these documents. Comma-separated ids or file names, or a repeated parameter. */
                document?: string | string[];
                /** @description Tools of these toolsets. Comma-separated ids, or a repeated parameter. */
                toolset?: string | string[];
                /** @description Tools of the active toolset of this thread. */
                thread?: string | string[];
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tools of the key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tools": [
                     *         {
                     *           "name": "text",
                     *           "path": "/v1/tools/push_context",
                     *           "methods": [
                     *             "text"
                     *           ],
                     *           "description": "text",
                     *           "effect": "text",
                     *           "timeout": 1,
                     *           "parameters": [
                     *             {
                     *               "name": "text",
                     *               "type": "text",
                     *               "required": true,
                     *               "description": "text"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd",
                     *       "families": [
                     *         {
                     *           "subject": "text",
                     *           "path": "/v1/tools/push_context",
                     *           "tools": [
                     *             "push_context"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        tools: {
                            /** @description Name under which descriptors and MCP offer the tool. */
                            name: string;
                            /** @description The path to call. */
                            path: string;
                            /** @description HTTP methods of the path. */
                            methods: string[];
                            /** @description Description for the model. */
                            description: string;
                            /** @description read, write or destroy. */
                            effect: string;
                            /** @description Maximum duration of a call in seconds. */
                            timeout: number;
                            /** @description The parameters in short form. */
                            parameters: {
                                /** @description Parameter name. */
                                name: string;
                                /** @description JSON type; several are separated by `|`. */
                                type: string;
                                /** @description Whether the parameter must be sent. */
                                required: boolean;
                                /** @description Description for the model. */
                                description: string;
                            }[];
                        }[];
                        /** @description Pass it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                        /** @description Tools that belong to a subject. `?table=ID` lists those of a table. */
                        families: {
                            /** @description table, document, toolset or thread. */
                            subject: string;
                            /** @description Path of the tools of one subject. */
                            path: string;
                            /** @description Names of the tools, where they are fixed. */
                            tools: string[];
                        }[];
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    whoami: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The identity and permissions of the key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workspace": "default",
                     *       "agent": "Sales",
                     *       "key_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "is_root": true,
                     *       "permissions": {
                     *         "limits": [
                     *           {
                     *             "allowed_tools": [
                     *               "push_context"
                     *             ],
                     *             "denied_tools": [
                     *               "push_context"
                     *             ]
                     *           }
                     *         ],
                     *         "paths": [
                     *           "/v1/tools/push_context"
                     *         ]
                     *       },
                     *       "tools": [
                     *         "push_context"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The workspace in which the key acts. */
                        workspace: string;
                        /** @description The agent as which the key acts; `root` for the operator. */
                        agent: string;
                        /** @description Key id; `root` for the root key. */
                        key_id: string;
                        /** @description Whether this is the root key. */
                        is_root: boolean;
                        /** @description The rules that decide which tools the key may call. */
                        permissions: {
                            /** @description The limits of the agent and of its role. A tool must pass all of them. */
                            limits: {
                                allowed_tools: string[] | null;
                                /** @description Denied tools. */
                                denied_tools: string[];
                            }[];
                            paths: string[] | null;
                        };
                        /** @description Names of the tools that the key may call without a table, document or thread. */
                        tools: string[];
                    };
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_settings: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "settings": [
                     *         {
                     *           "variable": "text",
                     *           "value": "text",
                     *           "description": "text"
                     *         }
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd"
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        settings: {
                            /** @description The environment variable that changes it. */
                            variable: string;
                            /** @description The value that is in force. */
                            value: string;
                            /** @description What it limits. */
                            description: string;
                        }[];
                        /** @description Pass it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_session: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signed-in key and what it may do. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workspace": "default",
                     *       "agent": "Sales",
                     *       "key_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "is_root": true,
                     *       "expires_at": "2026-03-01T09:00:00.000Z",
                     *       "tools": [
                     *         "push_context"
                     *       ],
                     *       "operations": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The workspace in which the session acts. */
                        workspace: string;
                        /** @description The agent as which it acts; `root` for the operator. */
                        agent: string;
                        /** @description Key id; `root` for the root key. */
                        key_id: string;
                        /** @description Whether the session belongs to the root key. */
                        is_root: boolean;
                        expires_at: string | null;
                        /** @description Names of the tools that may be called without a table, document or thread. */
                        tools: string[];
                        /** @description Ids of the operations of the OpenAPI document that may be used. */
                        operations: string[];
                    };
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    create_session: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The key. */
                    key: string;
                };
            };
        };
        responses: {
            /** @description The signed-in key and what it may do. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workspace": "default",
                     *       "agent": "Sales",
                     *       "key_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "is_root": true,
                     *       "expires_at": "2026-03-01T09:00:00.000Z",
                     *       "tools": [
                     *         "push_context"
                     *       ],
                     *       "operations": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The workspace in which the session acts. */
                        workspace: string;
                        /** @description The agent as which it acts; `root` for the operator. */
                        agent: string;
                        /** @description Key id; `root` for the root key. */
                        key_id: string;
                        /** @description Whether the session belongs to the root key. */
                        is_root: boolean;
                        expires_at: string | null;
                        /** @description Names of the tools that may be called without a table, document or thread. */
                        tools: string[];
                        /** @description Ids of the operations of the OpenAPI document that may be used. */
                        operations: string[];
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_session: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    mcp_listen: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    mcp: {
        parameters: {
            query?: {
                /** @description Tools of these tables. Comma-separated ids or names, or a repeated parameter. */
                table?: string | string[];
                /** @description Tools of these documents. Comma-separated ids or file names, or a repeated parameter. */
                document?: string | string[];
                /** @description Tools of these toolsets. Comma-separated ids, or a repeated parameter. */
                toolset?: string | string[];
                /** @description Tools of the active toolset of this thread. */
                thread?: string | string[];
                /** @description Comma-separated names. Only these tools are offered. `*` is all tools, for use together with a table or document. */
                tools?: string;
                /** @description Whether tools/list contains output schemas. Default: true for protocol version 2026-07-28 and later, false for earlier ones. */
                output_schemas?: boolean;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A JSON-RPC 2.0 message of the Model Context Protocol. */
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The JSON-RPC response, in a form that the Accept header allows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": {
                        [key: string]: unknown;
                    };
                    "text/event-stream": string;
                };
            };
            /** @description The notification was accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_workspaces: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. Omit for the first page. */
                cursor?: string;
                /** @description Maximum number of entries per page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workspaces": [
                     *         {
                     *           "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "name": "text",
                     *           "context_deletion": "readers",
                     *           "created_at": "2026-03-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd"
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        workspaces: {
                            /** @description Workspace id. */
                            id: string;
                            name: string;
                            /** @description Who can delete a key with delete_context: `readers`, every agent that can read or pushed it (default); `writer`, only the agent that pushed it last, and the root key. */
                            context_deletion: "readers" | "writer";
                            /**
                             * Format: date-time
                             * @description Creation time.
                             */
                            created_at: string;
                        }[];
                        /** @description Pass it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    create_workspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description The agents, keys and data of one tenant. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "name": "text",
                     *       "context_deletion": "readers",
                     *       "created_at": "2026-03-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description Workspace id. */
                        id: string;
                        name: string;
                        /** @description Who can delete a key with delete_context: `readers`, every agent that can read or pushed it (default); `writer`, only the agent that pushed it last, and the root key. */
                        context_deletion: "readers" | "writer";
                        /**
                         * Format: date-time
                         * @description Creation time.
                         */
                        created_at: string;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_workspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workspace with its quotas. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "name": "text",
                     *       "context_deletion": "readers",
                     *       "created_at": "2026-03-01T09:00:00.000Z",
                     *       "quotas": {
                     *         "keys": {
                     *           "used": 1,
                     *           "limit": 1,
                     *           "is_default": true
                     *         },
                     *         "bytes": {
                     *           "used": 1,
                     *           "limit": 1,
                     *           "is_default": true
                     *         },
                     *         "rows": {
                     *           "used": 1,
                     *           "limit": 1,
                     *           "is_default": true
                     *         },
                     *         "schedules": {
                     *           "used": 1,
                     *           "limit": 1,
                     *           "is_default": true
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Workspace id. */
                        id: string;
                        name: string;
                        /** @description Who can delete a key with delete_context: `readers`, every agent that can read or pushed it (default); `writer`, only the agent that pushed it last, and the root key. */
                        context_deletion: "readers" | "writer";
                        /**
                         * Format: date-time
                         * @description Creation time.
                         */
                        created_at: string;
                        /** @description How much the workspace stores, and how much it may. */
                        quotas: {
                            /** @description Context keys that have a value. */
                            keys: {
                                /** @description Counted for this answer. */
                                used: number;
                                /** @description The limit in effect; 0 for none. */
                                limit: number;
                                /** @description The limit is the default of the configuration. */
                                is_default: boolean;
                            };
                            /** @description Stored bytes of context values, documents, extractions, cells and messages, after compression. */
                            bytes: {
                                /** @description Counted for this answer. */
                                used: number;
                                /** @description The limit in effect; 0 for none. */
                                limit: number;
                                /** @description The limit is the default of the configuration. */
                                is_default: boolean;
                            };
                            /** @description Rows of tables. */
                            rows: {
                                /** @description Counted for this answer. */
                                used: number;
                                /** @description The limit in effect; 0 for none. */
                                limit: number;
                                /** @description The limit is the default of the configuration. */
                                is_default: boolean;
                            };
                            /** @description Active schedules. */
                            schedules: {
                                /** @description Counted for this answer. */
                                used: number;
                                /** @description The limit in effect; 0 for none. */
                                limit: number;
                                /** @description The limit is the default of the configuration. */
                                is_default: boolean;
                            };
                        };
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_workspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    update_workspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Limits to change; the others stay. */
                    quotas?: {
                        /** @description Context keys that have a value. 0 for no limit, null for the default. */
                        keys?: number | null;
                        /** @description Stored bytes of context values, documents, extractions, cells and messages, after compression. 0 for no limit, null for the default. */
                        bytes?: number | null;
                        /** @description Rows of tables. 0 for no limit, null for the default. */
                        rows?: number | null;
                        /** @description Active schedules. 0 for no limit, null for the default. */
                        schedules?: number | null;
                    };
                    /** @description Who can delete a key with delete_context: `readers`, every agent that can read or pushed it (default); `writer`, only the agent that pushed it last, and the root key. */
                    context_deletion?: "readers" | "writer";
                };
            };
        };
        responses: {
            /** @description The workspace with its quotas. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "name": "text",
                     *       "context_deletion": "readers",
                     *       "created_at": "2026-03-01T09:00:00.000Z",
                     *       "quotas": {
                     *         "keys": {
                     *           "used": 1,
                     *           "limit": 1,
                     *           "is_default": true
                     *         },
                     *         "bytes": {
                     *           "used": 1,
                     *           "limit": 1,
                     *           "is_default": true
                     *         },
                     *         "rows": {
                     *           "used": 1,
                     *           "limit": 1,
                     *           "is_default": true
                     *         },
                     *         "schedules": {
                     *           "used": 1,
                     *           "limit": 1,
                     *           "is_default": true
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Workspace id. */
                        id: string;
                        name: string;
                        /** @description Who can delete a key with delete_context: `readers`, every agent that can read or pushed it (default); `writer`, only the agent that pushed it last, and the root key. */
                        context_deletion: "readers" | "writer";
                        /**
                         * Format: date-time
                         * @description Creation time.
                         */
                        created_at: string;
                        /** @description How much the workspace stores, and how much it may. */
                        quotas: {
                            /** @description Context keys that have a value. */
                            keys: {
                                /** @description Counted for this answer. */
                                used: number;
                                /** @description The limit in effect; 0 for none. */
                                limit: number;
                                /** @description The limit is the default of the configuration. */
                                is_default: boolean;
                            };
                            /** @description Stored bytes of context values, documents, extractions, cells and messages, after compression. */
                            bytes: {
                                /** @description Counted for this answer. */
                                used: number;
                                /** @description The limit in effect; 0 for none. */
                                limit: number;
                                /** @description The limit is the default of the configuration. */
                                is_default: boolean;
                            };
                            /** @description Rows of tables. */
                            rows: {
                                /** @description Counted for this answer. */
                                used: number;
                                /** @description The limit in effect; 0 for none. */
                                limit: number;
                                /** @description The limit is the default of the configuration. */
                                is_default: boolean;
                            };
                            /** @description Active schedules. */
                            schedules: {
                                /** @description Counted for this answer. */
                                used: number;
                                /** @description The limit in effect; 0 for none. */
                                limit: number;
                                /** @description The limit is the default of the configuration. */
                                is_default: boolean;
                            };
                        };
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    save_role: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Allowed tools. Null allows every tool that is not dangerous, `[]` none. */
                    allowed_tools?: string[] | null;
                    /** @description Denied tools. They take precedence over allowed_tools. */
                    denied_tools?: string[];
                };
            };
        };
        responses: {
            /** @description The saved role. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "text",
                     *       "allowed_tools": [
                     *         "push_context"
                     *       ],
                     *       "denied_tools": [
                     *         "push_context"
                     *       ],
                     *       "created_at": "2026-03-01T09:00:00.000Z",
                     *       "warnings": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        name: string;
                        /** @description Allowed tools. Null allows every tool that is not dangerous, `[]` none. */
                        allowed_tools: string[] | null;
                        /** @description Denied tools. They take precedence over allowed_tools. */
                        denied_tools: string[];
                        /**
                         * Format: date-time
                         * @description Creation time.
                         */
                        created_at: string;
                        /** @description Names in the lists that no tool has. */
                        warnings?: string[];
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_role: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_roles: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. Omit for the first page. */
                cursor?: string;
                /** @description Maximum number of entries per page. */
                limit?: number;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "roles": [
                     *         {
                     *           "name": "text",
                     *           "allowed_tools": [
                     *             "push_context"
                     *           ],
                     *           "denied_tools": [
                     *             "push_context"
                     *           ],
                     *           "created_at": "2026-03-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd"
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        roles: {
                            name: string;
                            /** @description Allowed tools. Null allows every tool that is not dangerous, `[]` none. */
                            allowed_tools: string[] | null;
                            /** @description Denied tools. They take precedence over allowed_tools. */
                            denied_tools: string[];
                            /**
                             * Format: date-time
                             * @description Creation time.
                             */
                            created_at: string;
                        }[];
                        /** @description Pass it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_agents: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. Omit for the first page. */
                cursor?: string;
                /** @description Maximum number of entries per page. */
                limit?: number;
                /** @description Only entries that contain this text in their name, in any case. */
                search?: string;
                /** @description What to sort by. */
                sort_by?: "name" | "role" | "created_at" | "updated_at";
                /** @description Whether to sort in reverse. */
                descending?: boolean;
                /** @description Whether to include `total`. */
                count?: boolean;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "agents": [
                     *         {
                     *           "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "name": "text",
                     *           "allowed_tools": [
                     *             "push_context"
                     *           ],
                     *           "denied_tools": [
                     *             "push_context"
                     *           ],
                     *           "role": "text",
                     *           "letta_agent_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "deliver_to": {
                     *             "kind": "inbox"
                     *           },
                     *           "created_at": "2026-03-01T09:00:00.000Z",
                     *           "updated_at": "2026-03-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd",
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        agents: {
                            /** @description Agent id. */
                            id: string;
                            name: string;
                            /** @description Allowed tools. Null allows every tool that is not dangerous, `[]` none. */
                            allowed_tools: string[] | null;
                            /** @description Denied tools. They take precedence over allowed_tools. */
                            denied_tools: string[];
                            /** @description A role whose tool limits apply in addition to those of the agent. */
                            role: string | null;
                            letta_agent_id: string | null;
                            /** @description Delivery settings. Secrets, API keys, header values, and the secrets in addresses are shown as `***`. */
                            deliver_to: ({
                                /** @description The kind of destination. Each kind has its own settings. */
                                kind: "inbox" | "letta" | "webhook" | "openai" | "subconscious";
                            } & {
                                [key: string]: unknown;
                            }) | null;
                            /**
                             * Format: date-time
                             * @description Creation time.
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description Time of the last change.
                             */
                            updated_at: string;
                        }[];
                        /** @description Pass it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                        /** @description Number of entries on all pages, if `count` was given. */
                        total?: number;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    create_agent: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Allowed tools. Null allows every tool that is not dangerous, `[]` none. */
                    allowed_tools?: string[] | null;
                    /** @description Denied tools. They take precedence over allowed_tools. */
                    denied_tools?: string[];
                    /** @description A role whose tool limits apply in addition to those of the agent. */
                    role?: string | null;
                    letta_agent_id?: string | null;
                    /** @description Where scheduled prompts for this agent are delivered. Default: `letta` if letta_agent_id is set, otherwise `inbox`. */
                    deliver_to?: ({
                        /** @description The kind of destination. Each kind has its own settings. */
                        kind: "inbox" | "letta" | "webhook" | "openai" | "subconscious";
                    } & {
                        [key: string]: unknown;
                    }) | null;
                    /** @description Whether to create a key as well. It is shown once, in the response. */
                    with_key?: boolean;
                    /** @description Like with_key, with an expiry. */
                    key?: {
                        /** @description Seconds until the key expires. */
                        expires_in?: number;
                    };
                };
            };
        };
        responses: {
            /** @description The new agent, and its key if one was requested. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "name": "text",
                     *       "allowed_tools": [
                     *         "push_context"
                     *       ],
                     *       "denied_tools": [
                     *         "push_context"
                     *       ],
                     *       "role": "text",
                     *       "letta_agent_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "deliver_to": {
                     *         "kind": "inbox"
                     *       },
                     *       "created_at": "2026-03-01T09:00:00.000Z",
                     *       "updated_at": "2026-03-01T09:00:00.000Z",
                     *       "key": {
                     *         "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *         "key": "text",
                     *         "expires_at": "2026-03-01T09:00:00.000Z"
                     *       },
                     *       "warnings": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Agent id. */
                        id: string;
                        name: string;
                        /** @description Allowed tools. Null allows every tool that is not dangerous, `[]` none. */
                        allowed_tools: string[] | null;
                        /** @description Denied tools. They take precedence over allowed_tools. */
                        denied_tools: string[];
                        /** @description A role whose tool limits apply in addition to those of the agent. */
                        role: string | null;
                        letta_agent_id: string | null;
                        /** @description Delivery settings. Secrets, API keys, header values, and the secrets in addresses are shown as `***`. */
                        deliver_to: ({
                            /** @description The kind of destination. Each kind has its own settings. */
                            kind: "inbox" | "letta" | "webhook" | "openai" | "subconscious";
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /**
                         * Format: date-time
                         * @description Creation time.
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description Time of the last change.
                         */
                        updated_at: string;
                        /** @description The new key. */
                        key?: {
                            /** @description Key id, for example to revoke the key. */
                            id: string;
                            /** @description The key itself. It is not shown again. */
                            key: string;
                            expires_at: string | null;
                        };
                        /** @description Settings that are stored but cannot work yet. */
                        warnings?: string[];
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_agent: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An agent of the workspace. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "name": "text",
                     *       "allowed_tools": [
                     *         "push_context"
                     *       ],
                     *       "denied_tools": [
                     *         "push_context"
                     *       ],
                     *       "role": "text",
                     *       "letta_agent_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "deliver_to": {
                     *         "kind": "inbox"
                     *       },
                     *       "created_at": "2026-03-01T09:00:00.000Z",
                     *       "updated_at": "2026-03-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description Agent id. */
                        id: string;
                        name: string;
                        /** @description Allowed tools. Null allows every tool that is not dangerous, `[]` none. */
                        allowed_tools: string[] | null;
                        /** @description Denied tools. They take precedence over allowed_tools. */
                        denied_tools: string[];
                        /** @description A role whose tool limits apply in addition to those of the agent. */
                        role: string | null;
                        letta_agent_id: string | null;
                        /** @description Delivery settings. Secrets, API keys, header values, and the secrets in addresses are shown as `***`. */
                        deliver_to: ({
                            /** @description The kind of destination. Each kind has its own settings. */
                            kind: "inbox" | "letta" | "webhook" | "openai" | "subconscious";
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /**
                         * Format: date-time
                         * @description Creation time.
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description Time of the last change.
                         */
                        updated_at: string;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_agent: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    update_agent: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Allowed tools. Null allows every tool that is not dangerous, `[]` none. */
                    allowed_tools?: string[] | null;
                    /** @description Denied tools. They take precedence over allowed_tools. */
                    denied_tools?: string[];
                    /** @description A role whose tool limits apply in addition to those of the agent. */
                    role?: string | null;
                    letta_agent_id?: string | null;
                    /** @description Where scheduled prompts for this agent are delivered. Default: `letta` if letta_agent_id is set, otherwise `inbox`. */
                    deliver_to?: ({
                        /** @description The kind of destination. Each kind has its own settings. */
                        kind: "inbox" | "letta" | "webhook" | "openai" | "subconscious";
                    } & {
                        [key: string]: unknown;
                    }) | null;
                };
            };
        };
        responses: {
            /** @description The changed agent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "name": "text",
                     *       "allowed_tools": [
                     *         "push_context"
                     *       ],
                     *       "denied_tools": [
                     *         "push_context"
                     *       ],
                     *       "role": "text",
                     *       "letta_agent_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "deliver_to": {
                     *         "kind": "inbox"
                     *       },
                     *       "created_at": "2026-03-01T09:00:00.000Z",
                     *       "updated_at": "2026-03-01T09:00:00.000Z",
                     *       "warnings": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Agent id. */
                        id: string;
                        name: string;
                        /** @description Allowed tools. Null allows every tool that is not dangerous, `[]` none. */
                        allowed_tools: string[] | null;
                        /** @description Denied tools. They take precedence over allowed_tools. */
                        denied_tools: string[];
                        /** @description A role whose tool limits apply in addition to those of the agent. */
                        role: string | null;
                        letta_agent_id: string | null;
                        /** @description Delivery settings. Secrets, API keys, header values, and the secrets in addresses are shown as `***`. */
                        deliver_to: ({
                            /** @description The kind of destination. Each kind has its own settings. */
                            kind: "inbox" | "letta" | "webhook" | "openai" | "subconscious";
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /**
                         * Format: date-time
                         * @description Creation time.
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description Time of the last change.
                         */
                        updated_at: string;
                        /** @description Settings that are stored but cannot work yet. */
                        warnings?: string[];
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_agent_tools: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tools": [
                     *         {
                     *           "name": "text",
                     *           "path": "/v1/tools/push_context",
                     *           "effect": "text",
                     *           "permitted": true,
                     *           "reason": "text"
                     *         }
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd"
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        tools: {
                            /** @description Tool name. */
                            name: string;
                            /** @description The path to call. */
                            path: string;
                            /** @description read, write or destroy. */
                            effect: string;
                            /** @description Whether the agent may call the tool. */
                            permitted: boolean;
                            /** @description The list that decides, for example of the role. */
                            reason: string;
                        }[];
                        /** @description Pass it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    create_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Seconds until the key expires. */
                    expires_in?: number;
                    /** @description The only tool paths that the key may call, for example ["/v1/tools/get_context"]; GET /v1/agents/{name}/tools lists them. Default: all tools of the agent. */
                    paths?: string[];
                };
            };
        };
        responses: {
            /** @description The new key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "key": "text",
                     *       "expires_at": "2026-03-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description Key id, for example to revoke the key. */
                        id: string;
                        /** @description The key itself. It is not shown again. */
                        key: string;
                        expires_at: string | null;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_keys: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. Omit for the first page. */
                cursor?: string;
                /** @description Maximum number of entries per page. */
                limit?: number;
                /** @description Only keys of this agent. */
                agent?: string;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "agent": "Sales",
                     *           "paths": [
                     *             "/v1/tools/push_context"
                     *           ],
                     *           "created_at": "2026-03-01T09:00:00.000Z",
                     *           "last_used_at": "2026-03-01T09:00:00.000Z",
                     *           "expires_at": "2026-03-01T09:00:00.000Z",
                     *           "revoked_at": "2026-03-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd"
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        keys: {
                            /** @description Key id. */
                            id: string;
                            /** @description The agent that the key belongs to. */
                            agent: string;
                            paths: string[] | null;
                            /**
                             * Format: date-time
                             * @description Creation time.
                             */
                            created_at: string;
                            last_used_at: string | null;
                            expires_at: string | null;
                            revoked_at: string | null;
                        }[];
                        /** @description Pass it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revoke_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
            };
            path: {
                /** @description Key id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_calls: {
        parameters: {
            query?: {
                /** @description Only calls of this agent. */
                agent?: string;
                /** @description Only calls of this tool. */
                tool?: string;
                /** @description Only calls that failed with this error code. */
                code?: string;
                /** @description Only calls that succeeded, or only calls that failed. */
                outcome?: "ok" | "error";
                /** @description Only the call with this request id. */
                request_id?: string;
                /** @description Only the calls of this trace. */
                trace_id?: string;
                /** @description Only calls at or after this time. */
                since?: string;
                /** @description Only calls before this time. */
                until?: string;
                /** @description The `next_cursor` of the previous page. Omit for the first page. */
                cursor?: string;
                /** @description Maximum number of entries per page. */
                limit?: number;
                /** @description Only entries that contain this text in their tool, agent, error, arguments or request id (among the newest 100000), in any case. */
                search?: string;
                /** @description What to sort by. */
                sort_by?: "called_at" | "tool" | "agent" | "code" | "milliseconds" | "response_bytes";
                /** @description Whether to sort in reverse. */
                descending?: boolean;
                /** @description Whether to include `total`. */
                count?: boolean;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "calls": [
                     *         {
                     *           "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "agent": "Sales",
                     *           "key_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "tool": "push_context",
                     *           "path": "/v1/tools/push_context",
                     *           "request_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "trace_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "status": 1,
                     *           "code": "text",
                     *           "error": "text",
                     *           "suggestion": "text",
                     *           "milliseconds": 1,
                     *           "request_bytes": 1,
                     *           "response_bytes": 1,
                     *           "arguments": "text",
                     *           "replayed": true,
                     *           "called_at": "2026-03-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd",
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        calls: {
                            /** @description Call id. */
                            id: string;
                            agent: string | null;
                            key_id: string | null;
                            /** @description Tool name. */
                            tool: string;
                            /** @description The path that was called. */
                            path: string;
                            /** @description The request id that the response carried. */
                            request_id: string;
                            trace_id: string | null;
                            /** @description HTTP status. */
                            status: number;
                            code: string | null;
                            error: string | null;
                            suggestion: string | null;
                            /** @description Duration. */
                            milliseconds: number;
                            /** @description Size of the request body. */
                            request_bytes: number;
                            /** @description Size of the response body. */
                            response_bytes: number;
                            /** @description The arguments as JSON text. Secrets and long texts are redacted. */
                            arguments: string;
                            /** @description Whether the stored answer of an earlier call was returned. */
                            replayed: boolean;
                            /**
                             * Format: date-time
                             * @description Time of the call.
                             */
                            called_at: string;
                        }[];
                        /** @description Pass it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                        /** @description Number of entries on all pages, if `count` was given. */
                        total?: number;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_call: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The id, or the name if it is unique in the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One tool call with its answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "agent": "Sales",
                     *       "key_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "tool": "push_context",
                     *       "path": "/v1/tools/push_context",
                     *       "request_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "trace_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "status": 1,
                     *       "code": "text",
                     *       "error": "text",
                     *       "suggestion": "text",
                     *       "milliseconds": 1,
                     *       "request_bytes": 1,
                     *       "response_bytes": 1,
                     *       "arguments": "text",
                     *       "replayed": true,
                     *       "called_at": "2026-03-01T09:00:00.000Z",
                     *       "answer": "text"
                     *     }
                     */
                    "application/json": {
                        /** @description Call id. */
                        id: string;
                        agent: string | null;
                        key_id: string | null;
                        /** @description Tool name. */
                        tool: string;
                        /** @description The path that was called. */
                        path: string;
                        /** @description The request id that the response carried. */
                        request_id: string;
                        trace_id: string | null;
                        /** @description HTTP status. */
                        status: number;
                        code: string | null;
                        error: string | null;
                        suggestion: string | null;
                        /** @description Duration. */
                        milliseconds: number;
                        /** @description Size of the request body. */
                        request_bytes: number;
                        /** @description Size of the response body. */
                        response_bytes: number;
                        /** @description The arguments as JSON text. Secrets and long texts are redacted. */
                        arguments: string;
                        /** @description Whether the stored answer of an earlier call was returned. */
                        replayed: boolean;
                        /**
                         * Format: date-time
                         * @description Time of the call.
                         */
                        called_at: string;
                        answer: string | null;
                    };
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_acts: {
        parameters: {
            query?: {
                /** @description Only acts of callers in this workspace. Default: all workspaces. */
                workspace?: string;
                /** @description Only acts of this agent. */
                actor?: string;
                /** @description Only this operation. */
                action?: string;
                /** @description Only acts on things of this kind. */
                subject_kind?: string;
                /** @description Only acts on the thing with this name or id. */
                subject?: string;
                /** @description Only acts whose subject, actor, action or states contain this text, in any case. */
                search?: string;
                /** @description Only acts at or after this time. */
                since?: string;
                /** @description Only acts before this time. */
                until?: string;
                /** @description The `next_cursor` of the previous page. Omit for the first page. */
                cursor?: string;
                /** @description Maximum number of entries per page. */
                limit?: number;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "acts": [
                     *         {
                     *           "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "acted_at": "2026-03-01T09:00:00.000Z",
                     *           "workspace": "default",
                     *           "actor": "text",
                     *           "key_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "action": "text",
                     *           "subject_kind": "text",
                     *           "subject": "text",
                     *           "before": {},
                     *           "after": {},
                     *           "request_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "address": "text"
                     *         }
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd"
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        acts: {
                            /** @description Record id. */
                            id: string;
                            /**
                             * Format: date-time
                             * @description Time of the act.
                             */
                            acted_at: string;
                            /** @description The workspace of the caller. */
                            workspace: string;
                            /** @description The agent that acted; `root` for the operator. */
                            actor: string;
                            /** @description The key that was used; `root` for the root key. */
                            key_id: string;
                            /** @description The operation, such as create_agent, or the tool. */
                            action: string;
                            /** @description What was changed: agent, key, role, … */
                            subject_kind: string;
                            /** @description Name or id of what was changed. */
                            subject: string;
                            /** @description The old state without secrets; null for something new. */
                            before: unknown;
                            /** @description The new state without secrets; null for something deleted. */
                            after: unknown;
                            /** @description The request id that the response carried. */
                            request_id: string;
                            /** @description The address that the request came from. */
                            address: string;
                        }[];
                        /** @description Pass it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    export_acts: {
        parameters: {
            query?: {
                /** @description Only acts of callers in this workspace. Default: all workspaces. */
                workspace?: string;
                /** @description Only acts of this agent. */
                actor?: string;
                /** @description Only this operation. */
                action?: string;
                /** @description Only acts on things of this kind. */
                subject_kind?: string;
                /** @description Only acts on the thing with this name or id. */
                subject?: string;
                /** @description Only acts whose subject, actor, action or states contain this text, in any case. */
                search?: string;
                /** @description Only acts at or after this time. */
                since?: string;
                /** @description Only acts before this time. */
                until?: string;
                /** @description File format. */
                format?: "csv" | "ndjson";
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The acts, in the form of GET /v1/audit. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    stream_events: {
        parameters: {
            query?: {
                /** @description Comma-separated kinds: call, context, delivery, schedule, pause, toolset. Default: all. */
                kinds?: string;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream of events. `data` is a JSON object. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_stats: {
        parameters: {
            query?: {
                /** @description The grouping. */
                by?: "tool" | "agent" | "code" | "minute" | "hour" | "day";
                /** @description Start of the period. Default: 24 hours before its end. */
                since?: string;
                /** @description End of the period. Default: now. */
                until?: string;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Statistics of tool calls. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "by": "text",
                     *       "since": "2026-03-01T09:00:00.000Z",
                     *       "until": "text",
                     *       "stats": [
                     *         {
                     *           "group": "text",
                     *           "calls": 1,
                     *           "errors": 1,
                     *           "replayed": 1,
                     *           "milliseconds_p50": 1,
                     *           "milliseconds_p95": 1,
                     *           "request_bytes": 1,
                     *           "response_bytes": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The grouping. */
                        by: string;
                        /** @description Start of the period that was counted. */
                        since: string;
                        /** @description End of the period that was counted. */
                        until: string;
                        /** @description One entry per group. */
                        stats: {
                            /** @description The tool, agent, error code, minute, hour or day. */
                            group: string;
                            /** @description Number of calls. */
                            calls: number;
                            /** @description Number of calls that failed. */
                            errors: number;
                            /** @description Number of calls answered with a stored answer. */
                            replayed: number;
                            /** @description Median duration. */
                            milliseconds_p50: number;
                            /** @description 95th percentile of the duration. */
                            milliseconds_p95: number;
                            /** @description Size of all request bodies. */
                            request_bytes: number;
                            /** @description Size of all response bodies. */
                            response_bytes: number;
                        }[];
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    search: {
        parameters: {
            query: {
                /** @description The text to find. */
                text: string;
                /** @description Maximum number of results of each kind. */
                limit?: number;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "kind": "tool",
                     *           "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "table_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "label": "text",
                     *           "detail": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The results, by kind. */
                        results: {
                            /** @description What was found. */
                            kind: "tool" | "agent" | "context" | "table" | "document" | "row" | "schedule" | "call";
                            /** @description The id, or the name or key. For a row: the id of its document. */
                            id: string;
                            /** @description For a row: its table. For a document: a table that has a row of it. */
                            table_id?: string;
                            /** @description The text that was found, shortened. */
                            label: string;
                            /** @description More about it, shortened. */
                            detail: string;
                        }[];
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_all_context: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. Omit for the first page. */
                cursor?: string;
                /** @description Maximum number of entries per page. */
                limit?: number;
                /** @description Only entries that contain this text in their key, in any case. */
                search?: string;
                /** @description What to sort by. */
                sort_by?: "key" | "written_at" | "written_by" | "expires_at" | "bytes" | "version";
                /** @description Whether to sort in reverse. */
                descending?: boolean;
                /** @description Whether to include `total`. */
                count?: boolean;
                /** @description Only keys that match, for example user_*. */
                pattern?: string;
                /** @description Only this key, with its value. */
                key?: string;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "context": [
                     *         {
                     *           "key": "text",
                     *           "value": {},
                     *           "bytes": 1,
                     *           "version": 1,
                     *           "written_by": "Sales",
                     *           "written_at": "2026-03-01T09:00:00.000Z",
                     *           "expires_at": "2026-03-01T09:00:00.000Z",
                     *           "ttl_remaining": 1,
                     *           "readers": {
                     *             "everyone": true,
                     *             "topics": [
                     *               "text"
                     *             ],
                     *             "agents": [
                     *               "Sales"
                     *             ],
                     *             "unregistered_agents": 1
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd",
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        context: {
                            /** @description The key. */
                            key: string;
                            /** @description The value, if `key` was given. */
                            value?: unknown;
                            /** @description Size of the value. */
                            bytes: number;
                            /** @description Version of the value. */
                            version: number;
                            /** @description The agent that pushed it. */
                            written_by: string;
                            /**
                             * Format: date-time
                             * @description Time of the push.
                             */
                            written_at: string;
                            expires_at: string | null;
                            ttl_remaining: number | null;
                            /** @description Who may read the value. */
                            readers: {
                                /** @description Whether every agent may read it. */
                                everyone: boolean;
                                /** @description Topics whose subscribers at the time of the push may read it. */
                                topics: string[];
                                /** @description Agents it was pushed to directly. */
                                agents: string[];
                                /** @description Number of direct readers that are not registered. */
                                unregistered_agents: number;
                            };
                        }[];
                        /** @description Pass it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                        /** @description Number of entries on all pages, if `count` was given. */
                        total?: number;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_context_versions: {
        parameters: {
            query: {
                /** @description The key. */
                key: string;
                /** @description How many versions to return at most. */
                limit?: number;
                /** @description Only versions below this one. */
                before_version?: number;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stored versions of a key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "text",
                     *       "versions": [
                     *         {
                     *           "version": 1,
                     *           "value": {},
                     *           "written_by": "Sales",
                     *           "written_at": "2026-03-01T09:00:00.000Z",
                     *           "is_current": true
                     *         }
                     *       ],
                     *       "more": true
                     *     }
                     */
                    "application/json": {
                        /** @description The key. */
                        key: string;
                        /** @description The versions, newest first. */
                        versions: {
                            /** @description The version. */
                            version: number;
                            /** @description Its value. */
                            value: unknown;
                            /** @description The agent that pushed or restored it. */
                            written_by: string;
                            /**
                             * Format: date-time
                             * @description When it became current.
                             */
                            written_at: string;
                            /** @description Whether this is the value of the key now. */
                            is_current: boolean;
                        }[];
                        /** @description Whether there are older versions. */
                        more: boolean;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    restore_context: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The key. */
                    key: string;
                    /** @description The version to restore. */
                    version: number;
                    /** @description Restore only if the key has this version now; 0: only if it has no value. */
                    if_version?: number;
                };
            };
        };
        responses: {
            /** @description The restored key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "text",
                     *       "version": 1,
                     *       "restored_version": 1
                     *     }
                     */
                    "application/json": {
                        /** @description The key. */
                        key: string;
                        /** @description The new version of the key. */
                        version: number;
                        /** @description The version whose value it has. */
                        restored_version: number;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_schedules: {
        parameters: {
            query?: {
                /** @description Only prompts for this recipient. */
                agent_id?: string;
                /** @description Whether to include cancelled and completed schedules. */
                include_ended?: boolean;
                /** @description The `next_cursor` of the previous page. Omit for the first page. */
                cursor?: string;
                /** @description Maximum number of entries per page. */
                limit?: number;
                /** @description Only entries that contain this text in their prompt or recipient, in any case. */
                search?: string;
                /** @description What to sort by. */
                sort_by?: "next_run" | "created_at" | "agent_id" | "prompt_text";
                /** @description Whether to sort in reverse. */
                descending?: boolean;
                /** @description Whether to include `total`. */
                count?: boolean;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "schedules": [
                     *         {
                     *           "id": 1,
                     *           "agent_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "prompt_text": "text",
                     *           "schedule_type": "once",
                     *           "schedule_value": "text",
                     *           "next_run": "2026-03-01T09:00:00.000Z",
                     *           "active": true,
                     *           "created_at": "2026-03-01T09:00:00.000Z",
                     *           "last_run": "text",
                     *           "max_repetitions": 1,
                     *           "repetition_count": 1,
                     *           "timezone": "text",
                     *           "end_at": "2026-03-01T09:00:00.000Z",
                     *           "misfire": "text",
                     *           "overlap": "text",
                     *           "paused": true,
                     *           "state": "active",
                     *           "problem": "text",
                     *           "created_by": "Sales"
                     *         }
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd",
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        schedules: {
                            /** @description The schedule’s id. */
                            id: number;
                            /** @description The recipient. */
                            agent_id: string;
                            /** @description The text to deliver. */
                            prompt_text: string;
                            /** @description The kind of schedule. */
                            schedule_type: "once" | "cron" | "interval";
                            /** @description The time, cron expression or interval. */
                            schedule_value: string;
                            /** @description The next slot, in UTC; null after the last one. */
                            next_run: string | null;
                            /** @description False once it is cancelled or has finished. */
                            active: boolean;
                            /** @description When it was created, in UTC. */
                            created_at: string;
                            /** @description The last successful delivery, in UTC. */
                            last_run: string | null;
                            /** @description Deliveries after which it ends; null for no limit. */
                            max_repetitions: number | null;
                            /** @description Successful deliveries. */
                            repetition_count: number;
                            /** @description The time zone of a cron expression. */
                            timezone: string;
                            /** @description The end of its slots, in UTC. */
                            end_at: string | null;
                            /** @description How slots missed in an outage are handled. */
                            misfire: string;
                            /** @description How a slot is handled while the one before is open. */
                            overlap: string;
                            /** @description Whether it, or its workspace, is paused. */
                            paused: boolean;
                            /** @description Its current state. */
                            state: "active" | "paused" | "switched_off" | "delivering" | "finished" | "cancelled" | "failed";
                            /** @description Why nothing is delivered, if the workspace or the recipient is the cause. */
                            problem: string | null;
                            /** @description The agent that created it. */
                            created_by: string;
                        }[];
                        /** @description Pass it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                        /** @description Number of entries on all pages, if `count` was given. */
                        total?: number;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_workspace_pause: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the workspace is paused. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "paused": true,
                     *       "paused_since": "text",
                     *       "paused_by": "Sales"
                     *     }
                     */
                    "application/json": {
                        /** @description Whether the prompts of the workspace are paused. */
                        paused: boolean;
                        paused_since: string | null;
                        paused_by: string | null;
                    };
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    pause_workspace: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the workspace is paused. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "paused": true,
                     *       "changed": true
                     *     }
                     */
                    "application/json": {
                        /** @description Whether the prompts of the workspace are paused. */
                        paused: boolean;
                        /** @description Whether this call changed the state. */
                        changed: boolean;
                    };
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resume_workspace: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the workspace is paused. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "paused": true,
                     *       "changed": true
                     *     }
                     */
                    "application/json": {
                        /** @description Whether the prompts of the workspace are paused. */
                        paused: boolean;
                        /** @description Whether this call changed the state. */
                        changed: boolean;
                    };
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_schedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description Schedule id; GET /v1/schedules lists them. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A scheduled prompt. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "agent_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "prompt_text": "text",
                     *       "schedule_type": "once",
                     *       "schedule_value": "text",
                     *       "next_run": "2026-03-01T09:00:00.000Z",
                     *       "active": true,
                     *       "created_at": "2026-03-01T09:00:00.000Z",
                     *       "last_run": "text",
                     *       "max_repetitions": 1,
                     *       "repetition_count": 1,
                     *       "timezone": "text",
                     *       "end_at": "2026-03-01T09:00:00.000Z",
                     *       "misfire": "text",
                     *       "overlap": "text",
                     *       "paused": true,
                     *       "state": "active",
                     *       "problem": "text",
                     *       "created_by": "Sales"
                     *     }
                     */
                    "application/json": {
                        /** @description The schedule’s id. */
                        id: number;
                        /** @description The recipient. */
                        agent_id: string;
                        /** @description The text to deliver. */
                        prompt_text: string;
                        /** @description The kind of schedule. */
                        schedule_type: "once" | "cron" | "interval";
                        /** @description The time, cron expression or interval. */
                        schedule_value: string;
                        /** @description The next slot, in UTC; null after the last one. */
                        next_run: string | null;
                        /** @description False once it is cancelled or has finished. */
                        active: boolean;
                        /** @description When it was created, in UTC. */
                        created_at: string;
                        /** @description The last successful delivery, in UTC. */
                        last_run: string | null;
                        /** @description Deliveries after which it ends; null for no limit. */
                        max_repetitions: number | null;
                        /** @description Successful deliveries. */
                        repetition_count: number;
                        /** @description The time zone of a cron expression. */
                        timezone: string;
                        /** @description The end of its slots, in UTC. */
                        end_at: string | null;
                        /** @description How slots missed in an outage are handled. */
                        misfire: string;
                        /** @description How a slot is handled while the one before is open. */
                        overlap: string;
                        /** @description Whether it, or its workspace, is paused. */
                        paused: boolean;
                        /** @description Its current state. */
                        state: "active" | "paused" | "switched_off" | "delivering" | "finished" | "cancelled" | "failed";
                        /** @description Why nothing is delivered, if the workspace or the recipient is the cause. */
                        problem: string | null;
                        /** @description The agent that created it. */
                        created_by: string;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    change_schedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description Schedule id; GET /v1/schedules lists them. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The recipient. */
                    agent_id?: string;
                    /** @description The text to deliver to the agent, up to 100,000 characters. */
                    prompt?: string;
                    /** @description Once, at this time. */
                    time?: string;
                    /** @description By this cron expression. */
                    cron?: string;
                    /** @description The IANA time zone of the cron expression. */
                    timezone?: string;
                    /** @description At this interval. */
                    every?: string;
                    /** @description The first slot of the interval. */
                    start_at?: string;
                    end_at?: string | null;
                    max_repetitions?: number | null;
                    misfire?: "once" | "skip" | "all";
                    overlap?: "skip" | "queue" | "allow";
                    /** @description Skip the check that the agent exists. */
                    skip_validation?: boolean;
                };
            };
        };
        responses: {
            /** @description A scheduled prompt. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "agent_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "prompt_text": "text",
                     *       "schedule_type": "once",
                     *       "schedule_value": "text",
                     *       "next_run": "2026-03-01T09:00:00.000Z",
                     *       "active": true,
                     *       "created_at": "2026-03-01T09:00:00.000Z",
                     *       "last_run": "text",
                     *       "max_repetitions": 1,
                     *       "repetition_count": 1,
                     *       "timezone": "text",
                     *       "end_at": "2026-03-01T09:00:00.000Z",
                     *       "misfire": "text",
                     *       "overlap": "text",
                     *       "paused": true,
                     *       "state": "active",
                     *       "problem": "text",
                     *       "created_by": "Sales"
                     *     }
                     */
                    "application/json": {
                        /** @description The schedule’s id. */
                        id: number;
                        /** @description The recipient. */
                        agent_id: string;
                        /** @description The text to deliver. */
                        prompt_text: string;
                        /** @description The kind of schedule. */
                        schedule_type: "once" | "cron" | "interval";
                        /** @description The time, cron expression or interval. */
                        schedule_value: string;
                        /** @description The next slot, in UTC; null after the last one. */
                        next_run: string | null;
                        /** @description False once it is cancelled or has finished. */
                        active: boolean;
                        /** @description When it was created, in UTC. */
                        created_at: string;
                        /** @description The last successful delivery, in UTC. */
                        last_run: string | null;
                        /** @description Deliveries after which it ends; null for no limit. */
                        max_repetitions: number | null;
                        /** @description Successful deliveries. */
                        repetition_count: number;
                        /** @description The time zone of a cron expression. */
                        timezone: string;
                        /** @description The end of its slots, in UTC. */
                        end_at: string | null;
                        /** @description How slots missed in an outage are handled. */
                        misfire: string;
                        /** @description How a slot is handled while the one before is open. */
                        overlap: string;
                        /** @description Whether it, or its workspace, is paused. */
                        paused: boolean;
                        /** @description Its current state. */
                        state: "active" | "paused" | "switched_off" | "delivering" | "finished" | "cancelled" | "failed";
                        /** @description Why nothing is delivered, if the workspace or the recipient is the cause. */
                        problem: string | null;
                        /** @description The agent that created it. */
                        created_by: string;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    pause_schedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description Schedule id; GET /v1/schedules lists them. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A scheduled prompt. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "agent_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "prompt_text": "text",
                     *       "schedule_type": "once",
                     *       "schedule_value": "text",
                     *       "next_run": "2026-03-01T09:00:00.000Z",
                     *       "active": true,
                     *       "created_at": "2026-03-01T09:00:00.000Z",
                     *       "last_run": "text",
                     *       "max_repetitions": 1,
                     *       "repetition_count": 1,
                     *       "timezone": "text",
                     *       "end_at": "2026-03-01T09:00:00.000Z",
                     *       "misfire": "text",
                     *       "overlap": "text",
                     *       "paused": true,
                     *       "state": "active",
                     *       "problem": "text",
                     *       "created_by": "Sales"
                     *     }
                     */
                    "application/json": {
                        /** @description The schedule’s id. */
                        id: number;
                        /** @description The recipient. */
                        agent_id: string;
                        /** @description The text to deliver. */
                        prompt_text: string;
                        /** @description The kind of schedule. */
                        schedule_type: "once" | "cron" | "interval";
                        /** @description The time, cron expression or interval. */
                        schedule_value: string;
                        /** @description The next slot, in UTC; null after the last one. */
                        next_run: string | null;
                        /** @description False once it is cancelled or has finished. */
                        active: boolean;
                        /** @description When it was created, in UTC. */
                        created_at: string;
                        /** @description The last successful delivery, in UTC. */
                        last_run: string | null;
                        /** @description Deliveries after which it ends; null for no limit. */
                        max_repetitions: number | null;
                        /** @description Successful deliveries. */
                        repetition_count: number;
                        /** @description The time zone of a cron expression. */
                        timezone: string;
                        /** @description The end of its slots, in UTC. */
                        end_at: string | null;
                        /** @description How slots missed in an outage are handled. */
                        misfire: string;
                        /** @description How a slot is handled while the one before is open. */
                        overlap: string;
                        /** @description Whether it, or its workspace, is paused. */
                        paused: boolean;
                        /** @description Its current state. */
                        state: "active" | "paused" | "switched_off" | "delivering" | "finished" | "cancelled" | "failed";
                        /** @description Why nothing is delivered, if the workspace or the recipient is the cause. */
                        problem: string | null;
                        /** @description The agent that created it. */
                        created_by: string;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resume_schedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description Schedule id; GET /v1/schedules lists them. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A scheduled prompt. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "agent_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "prompt_text": "text",
                     *       "schedule_type": "once",
                     *       "schedule_value": "text",
                     *       "next_run": "2026-03-01T09:00:00.000Z",
                     *       "active": true,
                     *       "created_at": "2026-03-01T09:00:00.000Z",
                     *       "last_run": "text",
                     *       "max_repetitions": 1,
                     *       "repetition_count": 1,
                     *       "timezone": "text",
                     *       "end_at": "2026-03-01T09:00:00.000Z",
                     *       "misfire": "text",
                     *       "overlap": "text",
                     *       "paused": true,
                     *       "state": "active",
                     *       "problem": "text",
                     *       "created_by": "Sales"
                     *     }
                     */
                    "application/json": {
                        /** @description The schedule’s id. */
                        id: number;
                        /** @description The recipient. */
                        agent_id: string;
                        /** @description The text to deliver. */
                        prompt_text: string;
                        /** @description The kind of schedule. */
                        schedule_type: "once" | "cron" | "interval";
                        /** @description The time, cron expression or interval. */
                        schedule_value: string;
                        /** @description The next slot, in UTC; null after the last one. */
                        next_run: string | null;
                        /** @description False once it is cancelled or has finished. */
                        active: boolean;
                        /** @description When it was created, in UTC. */
                        created_at: string;
                        /** @description The last successful delivery, in UTC. */
                        last_run: string | null;
                        /** @description Deliveries after which it ends; null for no limit. */
                        max_repetitions: number | null;
                        /** @description Successful deliveries. */
                        repetition_count: number;
                        /** @description The time zone of a cron expression. */
                        timezone: string;
                        /** @description The end of its slots, in UTC. */
                        end_at: string | null;
                        /** @description How slots missed in an outage are handled. */
                        misfire: string;
                        /** @description How a slot is handled while the one before is open. */
                        overlap: string;
                        /** @description Whether it, or its workspace, is paused. */
                        paused: boolean;
                        /** @description Its current state. */
                        state: "active" | "paused" | "switched_off" | "delivering" | "finished" | "cancelled" | "failed";
                        /** @description Why nothing is delivered, if the workspace or the recipient is the cause. */
                        problem: string | null;
                        /** @description The agent that created it. */
                        created_by: string;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    run_schedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description Schedule id; GET /v1/schedules lists them. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery of a prompt. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "schedule_id": 1,
                     *       "agent_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "prompt": "text",
                     *       "state": "text",
                     *       "kind": "text",
                     *       "scheduled_for": "2026-03-01T09:00:00.000Z",
                     *       "manual": true,
                     *       "attempts_made": 1,
                     *       "next_attempt_at": "2026-03-01T09:00:00.000Z",
                     *       "run_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "error": "text",
                     *       "created_at": "2026-03-01T09:00:00.000Z",
                     *       "ended_at": "2026-03-01T09:00:00.000Z",
                     *       "acknowledged_at": "2026-03-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description Delivery id. Every attempt carries the same id. */
                        id: string;
                        schedule_id: number | null;
                        /** @description The recipient. */
                        agent_id: string;
                        /** @description The prompt. */
                        prompt: string;
                        /** @description One of pending, held, sending, delivered, failed, unconfirmed, cancelled. */
                        state: string;
                        kind: string | null;
                        /** @description The scheduled time. In UTC. */
                        scheduled_for: string;
                        /** @description Whether it was started by hand. */
                        manual: boolean;
                        /** @description Number of attempts. */
                        attempts_made: number;
                        next_attempt_at: string | null;
                        run_id: string | null;
                        error: string | null;
                        /** @description Creation time. In UTC. */
                        created_at: string;
                        ended_at: string | null;
                        acknowledged_at: string | null;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    simulate_schedules: {
        parameters: {
            query?: {
                /** @description Number of days to simulate. */
                days?: number;
                /** @description Length of an assumed outage that starts now. */
                outage_hours?: number;
                /** @description Most deliveries to return. Each schedule has the same share of them. */
                limit?: number;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The expected deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "runs": [
                     *         {
                     *           "schedule_id": 1,
                     *           "agent_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "at": "text",
                     *           "scheduled_for": "2026-03-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "truncated": true,
                     *       "unfinished": [
                     *         {
                     *           "schedule_id": 1,
                     *           "until": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The expected deliveries in order. */
                        runs: {
                            /** @description Schedule id. */
                            schedule_id: number;
                            /** @description The recipient. */
                            agent_id: string;
                            /** @description Expected time of delivery. */
                            at: string;
                            /** @description The scheduled time. */
                            scheduled_for: string;
                        }[];
                        /** @description Number of the deliveries in `runs`. */
                        count: number;
                        /** @description Whether there would be more deliveries. */
                        truncated: boolean;
                        /** @description Schedules that have more deliveries than their share of `limit`. */
                        unfinished: {
                            /** @description Schedule id. */
                            schedule_id: number;
                            /** @description Time of its last delivery in `runs`. */
                            until: string;
                        }[];
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_calendar: {
        parameters: {
            query?: {
                /** @description Number of days before today. */
                days_back?: number;
                /** @description Number of days from today on. */
                days?: number;
                /** @description The IANA time zone whose days these are. */
                timezone?: string;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deliveries by day. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "days": [
                     *         {
                     *           "date": "text",
                     *           "entries": [
                     *             {
                     *               "schedule_id": 1,
                     *               "agent_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *               "outcome": "text",
                     *               "first": "text",
                     *               "count": 1,
                     *               "has_more": true
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "truncated": true
                     *     }
                     */
                    "application/json": {
                        /** @description The days in order. */
                        days: {
                            /** @description The day, for example 2026-05-04. */
                            date: string;
                            /** @description The times of a schedule with the same outcome, in order of the first. */
                            entries: {
                                schedule_id: number | null;
                                /** @description The recipient. */
                                agent_id: string;
                                /** @description expected, delivered, late, caught up, open, failed or cancelled. */
                                outcome: string;
                                /** @description The first of these times in UTC. */
                                first: string;
                                /** @description Number of these times. */
                                count: number;
                                /** @description Whether there are more: too many to simulate. */
                                has_more: boolean;
                            }[];
                        }[];
                        /** @description Whether schedules are left out. */
                        truncated: boolean;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    preview_timing: {
        parameters: {
            query?: {
                /** @description A cron expression with five fields. */
                cron?: string;
                /** @description The IANA time zone of `cron`. Default: UTC. */
                timezone?: string;
                /** @description An interval such as 30s, 5m or 1h. */
                every?: string;
                /** @description The first time of an interval. Default: one interval from now. */
                start_at?: string;
                /** @description One time: ISO 8601, in the future. */
                time?: string;
                /** @description Number of times to return. */
                count?: number;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The next scheduled times. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "runs": [
                     *         "text"
                     *       ],
                     *       "count": 1
                     *     }
                     */
                    "application/json": {
                        /** @description The scheduled times in UTC. */
                        runs: string[];
                        /** @description Number of times. */
                        count: number;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    preview_schedule: {
        parameters: {
            query?: {
                /** @description Number of times to return. */
                count?: number;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description Schedule id; GET /v1/schedules lists them. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The next scheduled times. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "runs": [
                     *         "text"
                     *       ],
                     *       "count": 1
                     *     }
                     */
                    "application/json": {
                        /** @description The scheduled times in UTC. */
                        runs: string[];
                        /** @description Number of times. */
                        count: number;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_deliveries: {
        parameters: {
            query?: {
                /** @description Only this state; "dead" stands for failed and unconfirmed. */
                state?: "pending" | "held" | "sending" | "delivered" | "failed" | "unconfirmed" | "cancelled" | "dead";
                /** @description Only for this recipient. */
                agent_id?: string;
                /** @description Only of this schedule. */
                schedule_id?: number;
                /** @description The `next_cursor` of the previous page. Omit for the first page. */
                cursor?: string;
                /** @description Maximum number of entries per page. */
                limit?: number;
                /** @description Only entries that contain this text in their prompt, recipient or error, in any case. */
                search?: string;
                /** @description What to sort by. */
                sort_by?: "created_at" | "scheduled_for" | "agent_id" | "state" | "attempts_made";
                /** @description Whether to sort in reverse. */
                descending?: boolean;
                /** @description Whether to include `total`. */
                count?: boolean;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveries": [
                     *         {
                     *           "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "schedule_id": 1,
                     *           "agent_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "prompt": "text",
                     *           "state": "text",
                     *           "kind": "text",
                     *           "scheduled_for": "2026-03-01T09:00:00.000Z",
                     *           "manual": true,
                     *           "attempts_made": 1,
                     *           "next_attempt_at": "2026-03-01T09:00:00.000Z",
                     *           "run_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "error": "text",
                     *           "created_at": "2026-03-01T09:00:00.000Z",
                     *           "ended_at": "2026-03-01T09:00:00.000Z",
                     *           "acknowledged_at": "2026-03-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd",
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        deliveries: {
                            /** @description Delivery id. Every attempt carries the same id. */
                            id: string;
                            schedule_id: number | null;
                            /** @description The recipient. */
                            agent_id: string;
                            /** @description The prompt. */
                            prompt: string;
                            /** @description One of pending, held, sending, delivered, failed, unconfirmed, cancelled. */
                            state: string;
                            kind: string | null;
                            /** @description The scheduled time. In UTC. */
                            scheduled_for: string;
                            /** @description Whether it was started by hand. */
                            manual: boolean;
                            /** @description Number of attempts. */
                            attempts_made: number;
                            next_attempt_at: string | null;
                            run_id: string | null;
                            error: string | null;
                            /** @description Creation time. In UTC. */
                            created_at: string;
                            ended_at: string | null;
                            acknowledged_at: string | null;
                        }[];
                        /** @description Pass it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                        /** @description Number of entries on all pages, if `count` was given. */
                        total?: number;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_troubles: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The failing recipients. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "troubles": [
                     *         {
                     *           "agent_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "failures": 1,
                     *           "error": "text",
                     *           "failed_at": "2026-03-01T09:00:00.000Z",
                     *           "off_since": "text",
                     *           "probe_at": "2026-03-01T09:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The failing recipients. */
                        troubles: {
                            /** @description The recipient. */
                            agent_id: string;
                            /** @description Number of consecutive failures. */
                            failures: number;
                            /** @description Why the last attempt failed. */
                            error: string;
                            /** @description Time of the last failure. In UTC. */
                            failed_at: string;
                            off_since: string | null;
                            probe_at: string | null;
                        }[];
                    };
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    clear_trouble: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The recipient. */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recipient receives prompts again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "cleared": true
                     *     }
                     */
                    "application/json": {
                        /** @description Whether the recipient had failures. */
                        cleared: boolean;
                    };
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_delivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description Delivery id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery of a prompt with all its attempts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "schedule_id": 1,
                     *       "agent_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "prompt": "text",
                     *       "state": "text",
                     *       "kind": "text",
                     *       "scheduled_for": "2026-03-01T09:00:00.000Z",
                     *       "manual": true,
                     *       "attempts_made": 1,
                     *       "next_attempt_at": "2026-03-01T09:00:00.000Z",
                     *       "run_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "error": "text",
                     *       "created_at": "2026-03-01T09:00:00.000Z",
                     *       "ended_at": "2026-03-01T09:00:00.000Z",
                     *       "acknowledged_at": "2026-03-01T09:00:00.000Z",
                     *       "attempts": [
                     *         {
                     *           "number": 1,
                     *           "outcome": "text",
                     *           "kind": "text",
                     *           "status": 1,
                     *           "error": "text",
                     *           "began_at": "2026-03-01T09:00:00.000Z",
                     *           "ended_at": "2026-03-01T09:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Delivery id. Every attempt carries the same id. */
                        id: string;
                        schedule_id: number | null;
                        /** @description The recipient. */
                        agent_id: string;
                        /** @description The prompt. */
                        prompt: string;
                        /** @description One of pending, held, sending, delivered, failed, unconfirmed, cancelled. */
                        state: string;
                        kind: string | null;
                        /** @description The scheduled time. In UTC. */
                        scheduled_for: string;
                        /** @description Whether it was started by hand. */
                        manual: boolean;
                        /** @description Number of attempts. */
                        attempts_made: number;
                        next_attempt_at: string | null;
                        run_id: string | null;
                        error: string | null;
                        /** @description Creation time. In UTC. */
                        created_at: string;
                        ended_at: string | null;
                        acknowledged_at: string | null;
                        /** @description All attempts in order. */
                        attempts: {
                            /** @description Number of the attempt, from 1. */
                            number: number;
                            /** @description delivered, failed, unconfirmed or lost. */
                            outcome: string;
                            kind: string | null;
                            status: number | null;
                            error: string | null;
                            /** @description Start of the attempt. In UTC. */
                            began_at: string;
                            /** @description End of the attempt. In UTC. */
                            ended_at: string;
                        }[];
                    };
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resend_delivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description Delivery id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery of a prompt. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "schedule_id": 1,
                     *       "agent_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "prompt": "text",
                     *       "state": "text",
                     *       "kind": "text",
                     *       "scheduled_for": "2026-03-01T09:00:00.000Z",
                     *       "manual": true,
                     *       "attempts_made": 1,
                     *       "next_attempt_at": "2026-03-01T09:00:00.000Z",
                     *       "run_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "error": "text",
                     *       "created_at": "2026-03-01T09:00:00.000Z",
                     *       "ended_at": "2026-03-01T09:00:00.000Z",
                     *       "acknowledged_at": "2026-03-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description Delivery id. Every attempt carries the same id. */
                        id: string;
                        schedule_id: number | null;
                        /** @description The recipient. */
                        agent_id: string;
                        /** @description The prompt. */
                        prompt: string;
                        /** @description One of pending, held, sending, delivered, failed, unconfirmed, cancelled. */
                        state: string;
                        kind: string | null;
                        /** @description The scheduled time. In UTC. */
                        scheduled_for: string;
                        /** @description Whether it was started by hand. */
                        manual: boolean;
                        /** @description Number of attempts. */
                        attempts_made: number;
                        next_attempt_at: string | null;
                        run_id: string | null;
                        error: string | null;
                        /** @description Creation time. In UTC. */
                        created_at: string;
                        ended_at: string | null;
                        acknowledged_at: string | null;
                    };
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_toolsets: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All toolsets, and the load status of every folder. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "toolsets": [
                     *         {
                     *           "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "label": "text",
                     *           "functions": [
                     *             {
                     *               "name": "text",
                     *               "description": "text",
                     *               "timeout": 1
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd",
                     *       "load_report": [
                     *         {
                     *           "folder": "text",
                     *           "status": "loading",
                     *           "loaded_at": "2026-03-01T09:00:00.000Z",
                     *           "last_change": {
                     *             "at": "2026-03-01T09:00:00.000Z",
                     *             "added": [
                     *               "text"
                     *             ],
                     *             "removed": [
                     *               "text"
                     *             ],
                     *             "changed": [
                     *               {
                     *                 "name": "text",
                     *                 "parts": [
                     *                   "text"
                     *                 ]
                     *               }
                     *             ],
                     *             "settings": [
                     *               "text"
                     *             ],
                     *             "files": [
                     *               "text"
                     *             ]
                     *           },
                     *           "problems": [
                     *             {
                     *               "file": "text",
                     *               "line": 1,
                     *               "reason": "text"
                     *             }
                     *           ],
                     *           "warnings": [
                     *             {
                     *               "file": "text",
                     *               "line": 1,
                     *               "reason": "text"
                     *             }
                     *           ],
                     *           "verdicts": [
                     *             {
                     *               "tool": "push_context",
                     *               "vendor": "subconscious",
                     *               "outcome": "accepted",
                     *               "changes": [
                     *                 {
                     *                   "keyword": "text",
                     *                   "parameters": [
                     *                     "text"
                     *                   ],
                     *                   "reason": "text"
                     *                 }
                     *               ],
                     *               "reason": "text",
                     *               "checksum": "text"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        toolsets: {
                            /** @description Toolset id: the name of its folder. */
                            id: string;
                            /** @description Display name. */
                            label: string;
                            /** @description The functions that this key may call. */
                            functions: {
                                /** @description Function name. */
                                name: string;
                                /** @description Description for the model. */
                                description: string;
                                /** @description Maximum duration of a call in seconds. */
                                timeout: number;
                            }[];
                        }[];
                        /** @description Pass it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                        /** @description The load status of every folder; empty unless the root key asks. */
                        load_report: {
                            /** @description Folder name. */
                            folder: string;
                            /** @description serving_last_good: the folder is broken now, its last valid version is served. */
                            status: "loading" | "loaded" | "serving_last_good" | "broken";
                            loaded_at: string | null;
                            last_change: {
                                /**
                                 * Format: date-time
                                 * @description Load time of the version that changed something.
                                 */
                                at: string;
                                /** @description Names of new functions. */
                                added: string[];
                                /** @description Names of functions that are no longer there. */
                                removed: string[];
                                /** @description Functions with a changed definition. */
                                changed: {
                                    /** @description Function name. */
                                    name: string;
                                    /** @description The parts that differ: description, parameters, defaults, timeout, effect, target. */
                                    parts: string[];
                                }[];
                                /** @description Parts of the manifest that differ: label, secrets (their names), workspaces, permissions. */
                                settings: string[];
                                /** @description Files that were added, removed or changed. */
                                files: string[];
                            } | null;
                            /** @description Reasons why the folder cannot be loaded. */
                            problems: {
                                /** @description File name, relative to the folder. */
                                file: string;
                                line: number | null;
                                /** @description The problem. */
                                reason: string;
                            }[];
                            /** @description Problems that do not prevent loading. */
                            warnings: {
                                /** @description File name, relative to the folder. */
                                file: string;
                                line: number | null;
                                /** @description The problem. */
                                reason: string;
                            }[];
                            /** @description Functions that a vendor does not accept as they are defined. */
                            verdicts: {
                                /** @description Tool name. */
                                tool: string;
                                /** @description The format, or `openai-strict` for the strict mode of the OpenAI formats. */
                                vendor: "subconscious" | "openai" | "openai-responses" | "openai-strict" | "anthropic" | "gemini" | "mcp";
                                /** @description accepted: as defined. changed: `changes` lists what the format cannot express. refused: `reason` says why. */
                                outcome: "accepted" | "changed" | "refused";
                                /** @description Keywords that the format leaves out or changes. */
                                changes: {
                                    /** @description The schema keyword; `null` for nullable values. */
                                    keyword: string;
                                    /** @description The parameters concerned. */
                                    parameters: string[];
                                    /** @description Why the format changes it, and what the gateway does. */
                                    reason: string;
                                }[];
                                /** @description Why the vendor would refuse the tool. */
                                reason?: string;
                                /** @description Changes whenever the descriptor changes. */
                                checksum: string;
                            }[];
                        }[];
                    };
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_toolset_log: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
            };
            path: {
                /** @description Folder name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "at": "2026-03-01T09:00:00.000Z",
                     *           "level": "debug",
                     *           "function": "text",
                     *           "message": "text"
                     *         }
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd"
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        entries: {
                            /**
                             * Format: date-time
                             * @description Time of the line.
                             */
                            at: string;
                            /** @description Severity. Standard output is info, standard error warn. */
                            level: "debug" | "info" | "warn" | "error";
                            function: string | null;
                            /** @description One line, cut at 500 characters, without secrets, addresses and paths. */
                            message: string;
                        }[];
                        /** @description Pass it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_thread_agent: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The active toolset. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "thread_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "name": "text",
                     *       "label": "text",
                     *       "mode": "one",
                     *       "active": [
                     *         {
                     *           "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "label": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Thread id. */
                        thread_id: string;
                        name: string | null;
                        label: string | null;
                        /** @description one: choosing a toolset replaces the active one and clears the message history. many: toolsets are added, and the history is kept. */
                        mode: "one" | "many";
                        /** @description All active toolsets. */
                        active: {
                            /** @description Toolset id. */
                            id: string;
                            /** @description Display name. */
                            label: string;
                        }[];
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    choose_thread_agent: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id or label of a toolset from GET /v1/toolsets, or "Disabled". */
                    name?: string;
                    /** @description For the mode many: the complete list of active toolsets. */
                    names?: string[];
                    /** @description one: choosing a toolset replaces the active one and clears the message history. many: toolsets are added, and the history is kept. */
                    mode?: "one" | "many";
                };
            };
        };
        responses: {
            /** @description The toolset that is active now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "thread_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "name": "text",
                     *       "label": "text",
                     *       "mode": "one",
                     *       "active": [
                     *         {
                     *           "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "label": "text"
                     *         }
                     *       ],
                     *       "changed": true,
                     *       "history_cleared": true,
                     *       "messages_cleared": 1,
                     *       "message": "text"
                     *     }
                     */
                    "application/json": {
                        /** @description Thread id. */
                        thread_id: string;
                        name: string | null;
                        label: string | null;
                        /** @description one: choosing a toolset replaces the active one and clears the message history. many: toolsets are added, and the history is kept. */
                        mode: "one" | "many";
                        /** @description All active toolsets. */
                        active: {
                            /** @description Toolset id. */
                            id: string;
                            /** @description Display name. */
                            label: string;
                        }[];
                        /** @description False if the toolset was already active. */
                        changed: boolean;
                        /** @description Whether the message history was cleared. */
                        history_cleared: boolean;
                        /** @description Number of messages that were deleted. */
                        messages_cleared: number;
                        /** @description The result as a sentence. */
                        message: string;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_thread_messages: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. Omit for the first page. */
                cursor?: string;
                /** @description Maximum number of entries per page. */
                limit?: number;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "messages": [
                     *         {
                     *           "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "role": "text",
                     *           "content": {},
                     *           "created_at": "2026-03-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd"
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        messages: {
                            /** @description Message id. */
                            id: string;
                            /** @description Role of the author. */
                            role: string;
                            /** @description The content exactly as it was added. */
                            content: unknown;
                            /**
                             * Format: date-time
                             * @description Time at which the message was added.
                             */
                            created_at: string;
                        }[];
                        /** @description Pass it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    add_thread_message: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For example user, assistant or tool. */
                    role: string;
                    /** @description Text, a list of content blocks, or any other JSON value. */
                    content: unknown;
                };
            };
        };
        responses: {
            /** @description A message of a thread. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "role": "text",
                     *       "content": {},
                     *       "created_at": "2026-03-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description Message id. */
                        id: string;
                        /** @description Role of the author. */
                        role: string;
                        /** @description The content exactly as it was added. */
                        content: unknown;
                        /**
                         * Format: date-time
                         * @description Time at which the message was added.
                         */
                        created_at: string;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_metrics: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metrics in the Prometheus text format. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    start_page: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The start page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    list_documents_of_workspace: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. Omit for the first page. */
                cursor?: string;
                /** @description Maximum number of entries per page. */
                limit?: number;
                /** @description Only entries that contain this text in their file name, in any case. */
                search?: string;
                /** @description What to sort by. */
                sort_by?: "created_at" | "updated_at" | "filename";
                /** @description Whether to sort in reverse. */
                descending?: boolean;
                /** @description Whether to include `total`. */
                count?: boolean;
                /** @description Only documents with this file name. */
                filename?: string;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "documents": [
                     *         {
                     *           "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "filename": "invoice-0042.pdf",
                     *           "mime_type": "application/pdf",
                     *           "created_at": "2026-03-01T09:00:00.000Z",
                     *           "updated_at": "2026-03-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd",
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        documents: {
                            /** @description Document id. */
                            id: string;
                            /** @description File name. */
                            filename: string;
                            mime_type: string | null;
                            /**
                             * Format: date-time
                             * @description Creation time.
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description Time of the last change.
                             */
                            updated_at: string;
                        }[];
                        /** @description Pass it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                        /** @description Number of entries on all pages, if `count` was given. */
                        total?: number;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    create_document: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description File name. */
                    filename: string;
                    mime_type?: string | null;
                    text?: string | null;
                };
            };
        };
        responses: {
            /** @description A document without its text. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "filename": "invoice-0042.pdf",
                     *       "mime_type": "application/pdf",
                     *       "created_at": "2026-03-01T09:00:00.000Z",
                     *       "updated_at": "2026-03-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description Document id. */
                        id: string;
                        /** @description File name. */
                        filename: string;
                        mime_type: string | null;
                        /**
                         * Format: date-time
                         * @description Creation time.
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description Time of the last change.
                         */
                        updated_at: string;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_document: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The id, or the name if it is unique in the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A document with its text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "filename": "invoice-0042.pdf",
                     *       "mime_type": "application/pdf",
                     *       "created_at": "2026-03-01T09:00:00.000Z",
                     *       "updated_at": "2026-03-01T09:00:00.000Z",
                     *       "text": "text"
                     *     }
                     */
                    "application/json": {
                        /** @description Document id. */
                        id: string;
                        /** @description File name. */
                        filename: string;
                        mime_type: string | null;
                        /**
                         * Format: date-time
                         * @description Creation time.
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description Time of the last change.
                         */
                        updated_at: string;
                        text: string | null;
                    };
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_document: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The id, or the name if it is unique in the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    update_document: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The id, or the name if it is unique in the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description File name. */
                    filename?: string;
                    mime_type?: string | null;
                    text?: string | null;
                };
            };
        };
        responses: {
            /** @description A document without its text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "filename": "invoice-0042.pdf",
                     *       "mime_type": "application/pdf",
                     *       "created_at": "2026-03-01T09:00:00.000Z",
                     *       "updated_at": "2026-03-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description Document id. */
                        id: string;
                        /** @description File name. */
                        filename: string;
                        mime_type: string | null;
                        /**
                         * Format: date-time
                         * @description Creation time.
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description Time of the last change.
                         */
                        updated_at: string;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_extractions: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. Omit for the first page. */
                cursor?: string;
                /** @description Maximum number of entries per page. */
                limit?: number;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The id, or the name if it is unique in the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "extractions": [
                     *         {
                     *           "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "status": "in_progress",
                     *           "extracted_fields": {},
                     *           "confidence_scores": {},
                     *           "made_by": "Sales",
                     *           "created_at": "2026-03-01T09:00:00.000Z",
                     *           "completed_at": "2026-03-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd"
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        extractions: {
                            /** @description Extraction id. */
                            id: string;
                            /** @description Tools only read completed extractions. */
                            status: "in_progress" | "completed";
                            /** @description The fields by name, with any JSON values. */
                            extracted_fields: {
                                [key: string]: unknown;
                            };
                            /** @description How sure you are of each field, by its name, from 0 to 1. */
                            confidence_scores: {
                                [key: string]: number;
                            };
                            /** @description The agent that created it. */
                            made_by: string;
                            /**
                             * Format: date-time
                             * @description Creation time.
                             */
                            created_at: string;
                            completed_at: string | null;
                        }[];
                        /** @description Pass it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    create_extraction: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The id, or the name if it is unique in the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Tools only read completed extractions. */
                    status?: "in_progress" | "completed";
                    /** @description The fields by name, with any JSON values. */
                    extracted_fields?: {
                        [key: string]: unknown;
                    };
                    /** @description How sure you are of each field, by its name, from 0 to 1. */
                    confidence_scores?: {
                        [key: string]: number;
                    };
                };
            };
        };
        responses: {
            /** @description Fields extracted from a document. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "status": "in_progress",
                     *       "extracted_fields": {},
                     *       "confidence_scores": {},
                     *       "made_by": "Sales",
                     *       "created_at": "2026-03-01T09:00:00.000Z",
                     *       "completed_at": "2026-03-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description Extraction id. */
                        id: string;
                        /** @description Tools only read completed extractions. */
                        status: "in_progress" | "completed";
                        /** @description The fields by name, with any JSON values. */
                        extracted_fields: {
                            [key: string]: unknown;
                        };
                        /** @description How sure you are of each field, by its name, from 0 to 1. */
                        confidence_scores: {
                            [key: string]: number;
                        };
                        /** @description The agent that created it. */
                        made_by: string;
                        /**
                         * Format: date-time
                         * @description Creation time.
                         */
                        created_at: string;
                        completed_at: string | null;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    update_extraction: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The id, or the name if it is unique in the workspace. */
                id: string;
                /** @description Extraction id. */
                extraction: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Tools only read completed extractions. */
                    status?: "in_progress" | "completed";
                    /** @description The fields by name, with any JSON values. */
                    extracted_fields?: {
                        [key: string]: unknown;
                    };
                    /** @description How sure you are of each field, by its name, from 0 to 1. */
                    confidence_scores?: {
                        [key: string]: number;
                    };
                };
            };
        };
        responses: {
            /** @description Fields extracted from a document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "status": "in_progress",
                     *       "extracted_fields": {},
                     *       "confidence_scores": {},
                     *       "made_by": "Sales",
                     *       "created_at": "2026-03-01T09:00:00.000Z",
                     *       "completed_at": "2026-03-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description Extraction id. */
                        id: string;
                        /** @description Tools only read completed extractions. */
                        status: "in_progress" | "completed";
                        /** @description The fields by name, with any JSON values. */
                        extracted_fields: {
                            [key: string]: unknown;
                        };
                        /** @description How sure you are of each field, by its name, from 0 to 1. */
                        confidence_scores: {
                            [key: string]: number;
                        };
                        /** @description The agent that created it. */
                        made_by: string;
                        /**
                         * Format: date-time
                         * @description Creation time.
                         */
                        created_at: string;
                        completed_at: string | null;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_stacks: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. Omit for the first page. */
                cursor?: string;
                /** @description Maximum number of entries per page. */
                limit?: number;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "stacks": [
                     *         {
                     *           "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "name": "text",
                     *           "description": "text",
                     *           "created_at": "2026-03-01T09:00:00.000Z",
                     *           "updated_at": "2026-03-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd"
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        stacks: {
                            /** @description Stack id. */
                            id: string;
                            /** @description Stack name. */
                            name: string;
                            description: string | null;
                            /**
                             * Format: date-time
                             * @description Creation time.
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description Time of the last change.
                             */
                            updated_at: string;
                        }[];
                        /** @description Pass it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    create_stack: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Stack name. */
                    name: string;
                    description?: string | null;
                    /** @description Documents to create in the stack. */
                    documents?: {
                        /** @description File name. */
                        filename: string;
                        mime_type?: string | null;
                        text?: string | null;
                    }[];
                    table?: {
                        /** @description Table name. */
                        name: string;
                        /** @description auto: an agent defines the columns; custom: `custom_columns` does. */
                        mode: "auto" | "custom";
                        /** @description For the mode custom: column names, or columns with their types. */
                        custom_columns?: (string | {
                            /** @description 1 to 64 characters. */
                            name: string;
                            /** @description text by default; an existing column keeps its type. */
                            type?: "text" | "number" | "date";
                            /** @description What belongs in the column. */
                            description?: string;
                            /** @description The present name of the column that gets this name. */
                            renamed_from?: string;
                        })[];
                    };
                };
            };
        };
        responses: {
            /** @description The new stack. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "name": "text",
                     *       "description": "text",
                     *       "created_at": "2026-03-01T09:00:00.000Z",
                     *       "updated_at": "2026-03-01T09:00:00.000Z",
                     *       "documents": [
                     *         {
                     *           "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "filename": "invoice-0042.pdf",
                     *           "mime_type": "application/pdf",
                     *           "created_at": "2026-03-01T09:00:00.000Z",
                     *           "updated_at": "2026-03-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "table": {
                     *         "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *         "stack_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *         "name": "text",
                     *         "mode": "auto",
                     *         "columns": [
                     *           {
                     *             "name": "text",
                     *             "argument": "text",
                     *             "type": "text",
                     *             "description": "text"
                     *           }
                     *         ],
                     *         "schema_version": 1,
                     *         "status": "in_progress",
                     *         "completed_at": "2026-03-01T09:00:00.000Z",
                     *         "completed_by": "Sales",
                     *         "created_at": "2026-03-01T09:00:00.000Z",
                     *         "updated_at": "2026-03-01T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Stack id. */
                        id: string;
                        /** @description Stack name. */
                        name: string;
                        description: string | null;
                        /**
                         * Format: date-time
                         * @description Creation time.
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description Time of the last change.
                         */
                        updated_at: string;
                        /** @description The documents that were created. */
                        documents?: {
                            /** @description Document id. */
                            id: string;
                            /** @description File name. */
                            filename: string;
                            mime_type: string | null;
                            /**
                             * Format: date-time
                             * @description Creation time.
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description Time of the last change.
                             */
                            updated_at: string;
                        }[];
                        /** @description A table with one row per document of its stack. */
                        table?: {
                            /** @description Table id. */
                            id: string;
                            /** @description The stack whose documents are the rows. */
                            stack_id: string;
                            /** @description Table name. */
                            name: string;
                            /** @description auto: an agent defines the columns; custom: the operator does. */
                            mode: "auto" | "custom";
                            /** @description The columns in order. */
                            columns: {
                                /** @description Column name. */
                                name: string;
                                /** @description Name of the column in the arguments of the tools. */
                                argument: string;
                                /** @description Column type. */
                                type: "text" | "number" | "date";
                                /** @description What the column contains. */
                                description?: string;
                            }[];
                            /** @description Incremented when the columns change. */
                            schema_version: number;
                            /** @description Whether an agent has marked the table as completed. */
                            status: "in_progress" | "completed";
                            completed_at: string | null;
                            completed_by: string | null;
                            /**
                             * Format: date-time
                             * @description Creation time.
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description Time of the last change of the table, not of its rows.
                             */
                            updated_at: string;
                        };
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_stack: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The id, or the name if it is unique in the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stack of documents. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "name": "text",
                     *       "description": "text",
                     *       "created_at": "2026-03-01T09:00:00.000Z",
                     *       "updated_at": "2026-03-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description Stack id. */
                        id: string;
                        /** @description Stack name. */
                        name: string;
                        description: string | null;
                        /**
                         * Format: date-time
                         * @description Creation time.
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description Time of the last change.
                         */
                        updated_at: string;
                    };
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_stack: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The id, or the name if it is unique in the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    update_stack: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The id, or the name if it is unique in the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Stack name. */
                    name?: string;
                    description?: string | null;
                };
            };
        };
        responses: {
            /** @description A stack of documents. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "name": "text",
                     *       "description": "text",
                     *       "created_at": "2026-03-01T09:00:00.000Z",
                     *       "updated_at": "2026-03-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description Stack id. */
                        id: string;
                        /** @description Stack name. */
                        name: string;
                        description: string | null;
                        /**
                         * Format: date-time
                         * @description Creation time.
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description Time of the last change.
                         */
                        updated_at: string;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_stack_documents: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. Omit for the first page. */
                cursor?: string;
                /** @description Maximum number of entries per page. */
                limit?: number;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The id, or the name if it is unique in the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "documents": [
                     *         {
                     *           "document_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "filename": "invoice-0042.pdf",
                     *           "mime_type": "application/pdf",
                     *           "has_extraction": true,
                     *           "added_at": "2026-03-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd"
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        documents: {
                            /** @description Document id. */
                            document_id: string;
                            /** @description File name. */
                            filename: string;
                            mime_type: string | null;
                            /** @description Whether the document has a completed extraction. */
                            has_extraction: boolean;
                            /**
                             * Format: date-time
                             * @description Time at which the document was added to the stack.
                             */
                            added_at: string;
                        }[];
                        /** @description Pass it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    add_documents: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The id, or the name if it is unique in the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Ids of the documents. */
                    document_ids: string[];
                };
            };
        };
        responses: {
            /** @description The documents are in the stack. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "added": 1
                     *     }
                     */
                    "application/json": {
                        /** @description Number of documents that were added. */
                        added: number;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    remove_document: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The id, or the name if it is unique in the workspace. */
                id: string;
                /** @description Document id or file name. */
                document: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_tables: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. Omit for the first page. */
                cursor?: string;
                /** @description Maximum number of entries per page. */
                limit?: number;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The id, or the name if it is unique in the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tables": [
                     *         {
                     *           "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "stack_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "name": "text",
                     *           "mode": "auto",
                     *           "columns": [
                     *             {
                     *               "name": "text",
                     *               "argument": "text",
                     *               "type": "text",
                     *               "description": "text"
                     *             }
                     *           ],
                     *           "schema_version": 1,
                     *           "status": "in_progress",
                     *           "completed_at": "2026-03-01T09:00:00.000Z",
                     *           "completed_by": "Sales",
                     *           "created_at": "2026-03-01T09:00:00.000Z",
                     *           "updated_at": "2026-03-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd"
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        tables: {
                            /** @description Table id. */
                            id: string;
                            /** @description The stack whose documents are the rows. */
                            stack_id: string;
                            /** @description Table name. */
                            name: string;
                            /** @description auto: an agent defines the columns; custom: the operator does. */
                            mode: "auto" | "custom";
                            /** @description The columns in order. */
                            columns: {
                                /** @description Column name. */
                                name: string;
                                /** @description Name of the column in the arguments of the tools. */
                                argument: string;
                                /** @description Column type. */
                                type: "text" | "number" | "date";
                                /** @description What the column contains. */
                                description?: string;
                            }[];
                            /** @description Incremented when the columns change. */
                            schema_version: number;
                            /** @description Whether an agent has marked the table as completed. */
                            status: "in_progress" | "completed";
                            completed_at: string | null;
                            completed_by: string | null;
                            /**
                             * Format: date-time
                             * @description Creation time.
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description Time of the last change of the table, not of its rows.
                             */
                            updated_at: string;
                        }[];
                        /** @description Pass it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    create_table: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The id, or the name if it is unique in the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Table name. */
                    name: string;
                    /** @description auto: an agent defines the columns; custom: `custom_columns` does. */
                    mode: "auto" | "custom";
                    /** @description For the mode custom: column names, or columns with their types. */
                    custom_columns?: (string | {
                        /** @description 1 to 64 characters. */
                        name: string;
                        /** @description text by default; an existing column keeps its type. */
                        type?: "text" | "number" | "date";
                        /** @description What belongs in the column. */
                        description?: string;
                        /** @description The present name of the column that gets this name. */
                        renamed_from?: string;
                    })[];
                };
            };
        };
        responses: {
            /** @description A table with one row per document of its stack. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "stack_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "name": "text",
                     *       "mode": "auto",
                     *       "columns": [
                     *         {
                     *           "name": "text",
                     *           "argument": "text",
                     *           "type": "text",
                     *           "description": "text"
                     *         }
                     *       ],
                     *       "schema_version": 1,
                     *       "status": "in_progress",
                     *       "completed_at": "2026-03-01T09:00:00.000Z",
                     *       "completed_by": "Sales",
                     *       "created_at": "2026-03-01T09:00:00.000Z",
                     *       "updated_at": "2026-03-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description Table id. */
                        id: string;
                        /** @description The stack whose documents are the rows. */
                        stack_id: string;
                        /** @description Table name. */
                        name: string;
                        /** @description auto: an agent defines the columns; custom: the operator does. */
                        mode: "auto" | "custom";
                        /** @description The columns in order. */
                        columns: {
                            /** @description Column name. */
                            name: string;
                            /** @description Name of the column in the arguments of the tools. */
                            argument: string;
                            /** @description Column type. */
                            type: "text" | "number" | "date";
                            /** @description What the column contains. */
                            description?: string;
                        }[];
                        /** @description Incremented when the columns change. */
                        schema_version: number;
                        /** @description Whether an agent has marked the table as completed. */
                        status: "in_progress" | "completed";
                        completed_at: string | null;
                        completed_by: string | null;
                        /**
                         * Format: date-time
                         * @description Creation time.
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description Time of the last change of the table, not of its rows.
                         */
                        updated_at: string;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_workspace_tables: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. Omit for the first page. */
                cursor?: string;
                /** @description Maximum number of entries per page. */
                limit?: number;
                /** @description Only entries that contain this text in their name or the name of their stack, in any case. */
                search?: string;
                /** @description What to sort by. */
                sort_by?: "name" | "stack" | "created_at";
                /** @description Whether to sort in reverse. */
                descending?: boolean;
                /** @description Whether to include `total`. */
                count?: boolean;
                /** @description Only tables with this name. */
                name?: string;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tables": [
                     *         {
                     *           "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "name": "text",
                     *           "stack_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "stack": "text",
                     *           "mode": "auto",
                     *           "columns": [
                     *             "vendor"
                     *           ],
                     *           "documents": 1,
                     *           "rows": 1,
                     *           "status": "in_progress",
                     *           "created_at": "2026-03-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd",
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        tables: {
                            /** @description Table id. */
                            id: string;
                            /** @description Table name. */
                            name: string;
                            /** @description Stack id. */
                            stack_id: string;
                            /** @description Stack name. */
                            stack: string;
                            /** @description auto: an agent defines the columns; custom: the operator does. */
                            mode: "auto" | "custom";
                            /** @description Column names in order. */
                            columns: string[];
                            /** @description Number of documents in the stack. */
                            documents: number;
                            /** @description Number of documents that have a row. */
                            rows: number;
                            /** @description Whether an agent has marked the table as completed. */
                            status: "in_progress" | "completed";
                            /**
                             * Format: date-time
                             * @description Creation time.
                             */
                            created_at: string;
                        }[];
                        /** @description Pass it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                        /** @description Number of entries on all pages, if `count` was given. */
                        total?: number;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_table: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The id, or the name if it is unique in the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A table with one row per document of its stack. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "stack_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "name": "text",
                     *       "mode": "auto",
                     *       "columns": [
                     *         {
                     *           "name": "text",
                     *           "argument": "text",
                     *           "type": "text",
                     *           "description": "text"
                     *         }
                     *       ],
                     *       "schema_version": 1,
                     *       "status": "in_progress",
                     *       "completed_at": "2026-03-01T09:00:00.000Z",
                     *       "completed_by": "Sales",
                     *       "created_at": "2026-03-01T09:00:00.000Z",
                     *       "updated_at": "2026-03-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description Table id. */
                        id: string;
                        /** @description The stack whose documents are the rows. */
                        stack_id: string;
                        /** @description Table name. */
                        name: string;
                        /** @description auto: an agent defines the columns; custom: the operator does. */
                        mode: "auto" | "custom";
                        /** @description The columns in order. */
                        columns: {
                            /** @description Column name. */
                            name: string;
                            /** @description Name of the column in the arguments of the tools. */
                            argument: string;
                            /** @description Column type. */
                            type: "text" | "number" | "date";
                            /** @description What the column contains. */
                            description?: string;
                        }[];
                        /** @description Incremented when the columns change. */
                        schema_version: number;
                        /** @description Whether an agent has marked the table as completed. */
                        status: "in_progress" | "completed";
                        completed_at: string | null;
                        completed_by: string | null;
                        /**
                         * Format: date-time
                         * @description Creation time.
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description Time of the last change of the table, not of its rows.
                         */
                        updated_at: string;
                    };
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_table: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The id, or the name if it is unique in the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rename_table: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The id, or the name if it is unique in the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Table name. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description A table with one row per document of its stack. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "stack_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "name": "text",
                     *       "mode": "auto",
                     *       "columns": [
                     *         {
                     *           "name": "text",
                     *           "argument": "text",
                     *           "type": "text",
                     *           "description": "text"
                     *         }
                     *       ],
                     *       "schema_version": 1,
                     *       "status": "in_progress",
                     *       "completed_at": "2026-03-01T09:00:00.000Z",
                     *       "completed_by": "Sales",
                     *       "created_at": "2026-03-01T09:00:00.000Z",
                     *       "updated_at": "2026-03-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description Table id. */
                        id: string;
                        /** @description The stack whose documents are the rows. */
                        stack_id: string;
                        /** @description Table name. */
                        name: string;
                        /** @description auto: an agent defines the columns; custom: the operator does. */
                        mode: "auto" | "custom";
                        /** @description The columns in order. */
                        columns: {
                            /** @description Column name. */
                            name: string;
                            /** @description Name of the column in the arguments of the tools. */
                            argument: string;
                            /** @description Column type. */
                            type: "text" | "number" | "date";
                            /** @description What the column contains. */
                            description?: string;
                        }[];
                        /** @description Incremented when the columns change. */
                        schema_version: number;
                        /** @description Whether an agent has marked the table as completed. */
                        status: "in_progress" | "completed";
                        completed_at: string | null;
                        completed_by: string | null;
                        /**
                         * Format: date-time
                         * @description Creation time.
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description Time of the last change of the table, not of its rows.
                         */
                        updated_at: string;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    set_columns: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The id, or the name if it is unique in the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description All columns of the table, in order. A plain name stands for a text column. */
                    columns: {
                        /** @description 1 to 64 characters. */
                        name: string;
                        /** @description text by default; an existing column keeps its type. */
                        type?: "text" | "number" | "date";
                        /** @description What belongs in the column. */
                        description?: string;
                        /** @description The present name of the column that gets this name. */
                        renamed_from?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The table with its new columns. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "stack_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "name": "text",
                     *       "mode": "auto",
                     *       "columns": [
                     *         {
                     *           "name": "text",
                     *           "argument": "text",
                     *           "type": "text",
                     *           "description": "text"
                     *         }
                     *       ],
                     *       "schema_version": 1,
                     *       "status": "in_progress",
                     *       "completed_at": "2026-03-01T09:00:00.000Z",
                     *       "completed_by": "Sales",
                     *       "created_at": "2026-03-01T09:00:00.000Z",
                     *       "updated_at": "2026-03-01T09:00:00.000Z",
                     *       "undo_token": "7d2f6c1e-4f0b-4a53-8f0e-5c1a2b3d4e5f"
                     *     }
                     */
                    "application/json": {
                        /** @description Table id. */
                        id: string;
                        /** @description The stack whose documents are the rows. */
                        stack_id: string;
                        /** @description Table name. */
                        name: string;
                        /** @description auto: an agent defines the columns; custom: the operator does. */
                        mode: "auto" | "custom";
                        /** @description The columns in order. */
                        columns: {
                            /** @description Column name. */
                            name: string;
                            /** @description Name of the column in the arguments of the tools. */
                            argument: string;
                            /** @description Column type. */
                            type: "text" | "number" | "date";
                            /** @description What the column contains. */
                            description?: string;
                        }[];
                        /** @description Incremented when the columns change. */
                        schema_version: number;
                        /** @description Whether an agent has marked the table as completed. */
                        status: "in_progress" | "completed";
                        completed_at: string | null;
                        completed_by: string | null;
                        /**
                         * Format: date-time
                         * @description Creation time.
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description Time of the last change of the table, not of its rows.
                         */
                        updated_at: string;
                        /** @description Reverts the change with undo_change. */
                        undo_token: string;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_rows: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. Omit for the first page. */
                cursor?: string;
                /** @description Maximum number of entries per page. */
                limit?: number;
                /** @description A list of filters as JSON text. A row must match all of them. */
                filters?: {
                    /** @description Column name. */
                    column: string;
                    /**
                     * @description How the values are compared.
                     * @default equals
                     */
                    operator: "equals" | "not_equals" | "contains" | "less_than" | "at_most" | "more_than" | "at_least" | "is_empty" | "is_not_empty";
                    /**
                     * @description The value to compare with.
                     * @default
                     */
                    value: string;
                }[];
                /** @description Only rows that contain this text in a cell or their file name, in any case. */
                search?: string;
                /** @description The column to sort by. */
                sort_by?: string;
                /** @description Whether to sort in reverse. */
                descending?: boolean;
                /** @description Whether to include `total`. */
                count?: boolean;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The id, or the name if it is unique in the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "rows": [
                     *         {
                     *           "document_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "filename": "invoice-0042.pdf",
                     *           "row_data": {},
                     *           "confidence_scores": {},
                     *           "sources": {},
                     *           "version": 1,
                     *           "updated_at": "2026-03-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd",
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        /** @description The rows of this page. */
                        rows: {
                            /** @description Document id. */
                            document_id: string;
                            /** @description File name of the document. */
                            filename: string;
                            /** @description Values by column. */
                            row_data: {
                                [key: string]: unknown;
                            };
                            /** @description Confidence by column, from 0 to 1. */
                            confidence_scores: {
                                [key: string]: number;
                            };
                            /** @description By column: where in the document the value was found. */
                            sources: {
                                [key: string]: unknown;
                            };
                            /** @description Incremented when the row changes. */
                            version: number;
                            /**
                             * Format: date-time
                             * @description Time of the last change.
                             */
                            updated_at: string;
                        }[];
                        next_cursor: string | null;
                        /** @description Number of matching rows on all pages. */
                        total?: number;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_doubtful_cells: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. Omit for the first page. */
                cursor?: string;
                /** @description Maximum number of entries per page. */
                limit?: number;
                /** @description Cells with a lower confidence are listed. */
                threshold?: number;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The id, or the name if it is unique in the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "cells": [
                     *         {
                     *           "document_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "filename": "invoice-0042.pdf",
                     *           "column": "vendor",
                     *           "value": {},
                     *           "confidence": 1,
                     *           "source": {
                     *             "page": 1,
                     *             "quote": "text"
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd"
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        cells: {
                            /** @description The id of the document. */
                            document_id: string;
                            /** @description The file name of the document. */
                            filename: string;
                            /** @description The column of the cell. */
                            column: string;
                            /** @description The value of the cell. */
                            value: unknown;
                            /** @description How certain the value is, from 0 to 1. */
                            confidence: number;
                            /** @description The place of the value in the document. */
                            source?: {
                                /** @description The page, from 1. */
                                page?: number;
                                /** @description A quote from the document. */
                                quote?: string;
                            };
                        }[];
                        /** @description Pass it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_changes: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. Omit for the first page. */
                cursor?: string;
                /** @description Maximum number of entries per page. */
                limit?: number;
                /** @description Only changes of this row: document id or file name. */
                document_id?: string;
                /** @description Only the changes of the call with this token. */
                undo_token?: string;
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The id, or the name if it is unique in the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changes": [
                     *         {
                     *           "id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "undo_token": "7d2f6c1e-4f0b-4a53-8f0e-5c1a2b3d4e5f",
                     *           "action": "text",
                     *           "document_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *           "version": 1,
                     *           "old": {},
                     *           "new": {},
                     *           "old_confidence_scores": {},
                     *           "new_confidence_scores": {},
                     *           "old_sources": {},
                     *           "new_sources": {},
                     *           "note": "text",
                     *           "is_undone": true,
                     *           "changed_by": "Sales",
                     *           "changed_at": "2026-03-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "WyJTYWxlcyJd"
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        changes: {
                            /** @description Change id. */
                            id: string;
                            /** @description Reverts the whole call with undo_change. */
                            undo_token: string;
                            /** @description The tool or route that made the change. */
                            action: string;
                            document_id: string | null;
                            version: number | null;
                            /** @description Previous values that changed; null if there was no row. */
                            old: unknown;
                            /** @description New values that changed; null if the row was removed. */
                            new: unknown;
                            /** @description Confidence by column, from 0 to 1. */
                            old_confidence_scores: {
                                [key: string]: number;
                            };
                            /** @description Confidence by column, from 0 to 1. */
                            new_confidence_scores: {
                                [key: string]: number;
                            };
                            /** @description By column: where in the document the value was found. */
                            old_sources: {
                                [key: string]: unknown;
                            };
                            /** @description By column: where in the document the value was found. */
                            new_sources: {
                                [key: string]: unknown;
                            };
                            note: string | null;
                            /** @description Whether the change was reverted. */
                            is_undone: boolean;
                            /** @description The agent that made the change. */
                            changed_by: string;
                            /**
                             * Format: date-time
                             * @description Time of the change.
                             */
                            changed_at: string;
                        }[];
                        /** @description Pass it as `cursor` to get the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    export_table: {
        parameters: {
            query?: {
                /** @description File format. */
                format?: "csv" | "json";
            };
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The id, or the name if it is unique in the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CSV (RFC 4180): the document followed by the columns; text that a spreadsheet would evaluate is prefixed with an apostrophe. Or a JSON object with the columns and the rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    /**
                     * @example {
                     *       "table_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002",
                     *       "name": "text",
                     *       "schema_version": 1,
                     *       "columns": [
                     *         {
                     *           "name": "text"
                     *         }
                     *       ],
                     *       "rows": [
                     *         {
                     *           "document_id": "0190c6a1-7f3e-7b52-9d57-0242ac120002"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Table id. */
                        table_id: string;
                        /** @description Table name. */
                        name: string;
                        /** @description Incremented when the columns change. */
                        schema_version: number;
                        /** @description The columns in order. */
                        columns: ({
                            name: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        /** @description The rows in the form of GET /v1/tables/{id}/rows. */
                        rows: ({
                            document_id: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    import_table: {
        parameters: {
            query?: never;
            header?: {
                /** @description With the root key: the workspace to act in. Default: `default`. */
                "x-workspace"?: components["parameters"]["workspace"];
                /** @description With the root key: the agent to act as. */
                "x-agent"?: components["parameters"]["agent"];
            };
            path: {
                /** @description The id, or the name if it is unique in the workspace. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All rows were imported. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "text",
                     *       "imported": 1,
                     *       "warnings": [
                     *         {
                     *           "line": 1,
                     *           "column": "vendor",
                     *           "value": "text"
                     *         }
                     *       ],
                     *       "warning_count": 1,
                     *       "undo_token": "7d2f6c1e-4f0b-4a53-8f0e-5c1a2b3d4e5f"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        /** @description The result as a sentence. */
                        message: string;
                        /** @description Number of rows that were saved. */
                        imported: number;
                        /** @description The first 100 values of number columns that were saved as text. */
                        warnings: {
                            /** @description Line of the CSV. */
                            line: number;
                            /** @description Column name. */
                            column: string;
                            /** @description The text that was saved. */
                            value: string;
                        }[];
                        /** @description Number of all warnings. */
                        warning_count: number;
                        /** @description Reverts the import with undo_change. */
                        undo_token: string;
                    };
                };
            };
            /** @description The arguments are invalid. The error says how to fix them. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The current state does not allow this, or the same call is still running. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The tool did not finish in time. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
