import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  agentToolsQuery,
  createKey,
  type Key,
  keysQuery,
  type NewKey,
  revokeKey,
} from '../../api/agents.ts'
import { readAgain } from '../../api/long-lists.ts'
import { useMay } from '../../api/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.ts'
import { ToolChoice } from '../../ui/tool-choice.tsx'

const DAY = 86_400

const EXPIRY = [
  { label: 'does not expire', seconds: undefined },
  { label: 'for 1 day', seconds: DAY },
  { label: 'for 30 days', seconds: 30 * DAY },
  { label: 'for 1 year', seconds: 365 * DAY },
] as const

/** The keys of an agent: create, rotate, revoke. A new key is shown once. */
export function Keys({ agent }: { agent: string }) {
  const client = useQueryClient()
  const may = useMay()
  const { data: keys, error } = useQuery(keysQuery(agent))
  const [expiry, setExpiry] = useState(0)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const tools = useCallablePaths(agent)
  const [shown, setShown] = useState<NewKey & { replaces?: string | undefined }>()
  const refresh = () => readAgain(client, 'keys')
  const create = useMutation({
    mutationFn: async ({ replaces, paths }: Wanted) => ({
      ...(await createKey(agent, { expiresIn: EXPIRY[expiry]?.seconds, paths })),
      ...(replaces !== undefined && { replaces }),
    }),
    onSuccess: async (key) => {
      setShown(key)
      await refresh()
    },
  })
  const revoke = useMutation({
    mutationFn: revokeKey,
    onSuccess: async (_answer, revoked) => {
      setShown((key) => (key?.replaces === revoked ? { ...key, replaces: undefined } : key))
      await refresh()
      toast.done('The key was revoked')
    },
  })
  return (
    <section>
      <div className="section-head">
        <h3>Keys</h3>
        {may('create_key') && (
          <div className="filters">
            <select
              className="input"
              aria-label="Expiry of a new key"
              value={expiry}
              onChange={({ target }) => setExpiry(Number(target.value))}
            >
              {EXPIRY.map(({ label }, at) => (
                <option key={label} value={at}>
                  {label}
                </option>
              ))}
            </select>
            <button
              type="button"
              className="button"
              disabled={create.isPending}
              onClick={() => create.mutate({ paths: pathsOf(tools, chosen) })}
            >
              New key
            </button>
          </div>
        )}
      </div>
      {may('create_key') && (
        <ToolChoice names={[...tools.keys()]} chosen={chosen} onChange={setChosen} />
      )}
      {shown !== undefined && (
        <div className="notice new-key" role="status">
          <p>This key is shown once. Copy it now.</p>
          <code>{shown.key}</code>
          <div className="row-actions">
            <CopyButton text={shown.key} label="Copy the key" showLabel />{' '}
            {shown.replaces !== undefined && (
              <ConfirmButton
                label="Revoke the old key"
                question="Its users stop working at once."
                onConfirm={() => revoke.mutate(shown.replaces ?? '')}
              />
            )}
          </div>
        </div>
      )}
      {error && <ErrorState error={error} />}
      {keys === undefined && !error && <Loading />}
      {keys?.length === 0 && <p className="muted">This agent has no keys yet.</p>}
      <ul className="keys">
        {keys?.map((key) => (
          <li key={key.id}>
            <div>
              <span className="mono">{key.id}</span> <KeyState item={key} />
              <p className="what">
                {key.last_used_at === null ? (
                  'never used'
                ) : (
                  <>
                    used <Time at={key.last_used_at} />
                  </>
                )}
                , created <Time at={key.created_at} />
                {key.paths !== null && (
                  <>
                    , only for <span className="mono">{key.paths.map(toolOf).join(', ')}</span>
                  </>
                )}
              </p>
            </div>
            {key.revoked_at === null && may('revoke_key') && (
              <div className="row-actions">
                <button
                  type="button"
                  className="button"
                  data-size="small"
                  disabled={create.isPending}
                  onClick={() => create.mutate({ replaces: key.id, paths: key.paths ?? undefined })}
                >
                  Rotate
                </button>
                <ConfirmButton
                  label="Revoke"
                  question="This cannot be undone."
                  onConfirm={() => revoke.mutate(key.id)}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Wanted = {
  /** The key that the new one is to replace. */
  readonly replaces?: string
  readonly paths: readonly string[] | undefined
}

/** The paths of the tools that the agent may call, by their names. */
function useCallablePaths(agent: string): ReadonlyMap<string, string> {
  const may = useMay()
  const { data = [] } = useQuery({ ...agentToolsQuery(agent), enabled: may('list_agent_tools') })
  return new Map(data.filter(({ permitted }) => permitted).map(({ name, path }) => [name, path]))
}

/** Undefined for no choice: the key may call all tools. */
function pathsOf(tools: ReadonlyMap<string, string>, chosen: ReadonlySet<string>) {
  if (chosen.size === 0) return undefined
  return [...tools].flatMap(([name, path]) => (chosen.has(name) ? [path] : []))
}

const toolOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

function KeyState({ item: { revoked_at, expires_at } }: { item: Key }) {
  if (revoked_at !== null) return <Badge tone="bad">revoked</Badge>
  if (expires_at === null) return <Badge tone="good">valid</Badge>
  if (Date.parse(expires_at) < Date.now()) return <Badge tone="warn">expired</Badge>
  return (
    <Badge tone="good">
      ends <Time at={expires_at} />
    </Badge>
  )
}
