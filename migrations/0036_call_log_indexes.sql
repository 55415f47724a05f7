-- Every index of the call log costs each call about as much as a tenth of its read. Sweeps follow the ids, and
-- a list of one tool's calls filters the newest calls of the workspace.
drop index tool_calls_of_tool;
drop index tool_calls_oldest;
