import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { troublesQuery } from '../../api/deliveries.ts'
import { readAgain } from '../../api/long-lists.ts'
import { api } from '../../api/request.ts'
import { useMay } from '../../api/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatCount } from '../../ui/format.ts'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.ts'

/** Recipients whose deliveries fail. Absent while there are none. */
export function Troubles() {
  const client = useQueryClient()
  const may = useMay()
  const { data: troubles = [] } = useQuery(troublesQuery)
  const clear = useMutation({
    mutationFn: (agent: string) =>
      api.delete('/v1/deliveries/troubles/{agent_id}', { path: { agent_id: agent } }),
    onSuccess: (_answer, agent) => {
      toast.done(`Prompts for ${agent} are sent again`)
      void readAgain(client, 'troubles')
      void readAgain(client, 'deliveries')
    },
  })
  if (troubles.length === 0) return null
  return (
    <section className="card">
      <header>
        <h2>Failing recipients</h2>
      </header>
      <ul className="troubles">
        {troubles.map(({ agent_id, failures, error, off_since, probe_at }) => (
          <li key={agent_id}>
            <div>
              <strong>{agent_id}</strong>{' '}
              {off_since === null ? (
                <Badge tone="warn">{formatCount(failures, 'failure')} in a row</Badge>
              ) : (
                <Badge tone="bad">switched off</Badge>
              )}
              <p>{error}</p>
              {off_since !== null && (
                <p className="muted">
                  Switched off <Time at={off_since} />
                  {probe_at !== null && (
                    <>
                      , next trial <Time at={probe_at} />
                    </>
                  )}
                </p>
              )}
            </div>
            {may('clear_trouble') && (
              <button
                type="button"
                className="button"
                data-size="small"
                disabled={clear.isPending}
                onClick={() => clear.mutate(agent_id)}
              >
                Send again now
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
