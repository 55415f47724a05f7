import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { callTool, type ListedTool, toolSchemaQuery } from '../../api/tools.ts'
import { Badge } from '../../ui/badge.tsx'
import { CallAnswer } from '../../ui/call-answer.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Descriptors } from './descriptors.tsx'

type Props = { tool: ListedTool | undefined; onClose: () => void }

export const ToolDetail = ({ tool, onClose }: Props) => (
  <Dialog title={tool?.name ?? 'Tool'} side="right" isOpen onClose={onClose}>
    {tool === undefined ? (
      <EmptyState title="There is no such tool">
        This key may not call it. Close this panel to choose another one.
      </EmptyState>
    ) : (
      <Content tool={tool} />
    )}
  </Dialog>
)

function Content({ tool }: { tool: ListedTool }) {
  const { name, path, effect, description, timeout } = tool
  return (
    <>
      <p>{description}</p>
      <dl className="facts">
        <dt>Path</dt>
        <dd className="mono">{path}</dd>
        <dt>Effect</dt>
        <dd>
          <Badge>{effect}</Badge> <span className="muted">answers within {timeout} s</span>
        </dd>
        <dt>Log</dt>
        <dd>
          <Link to="/calls" search={{ tool: name }}>
            All calls of {name}
          </Link>
        </dd>
      </dl>
      <TryIt tool={tool} />
      <Descriptors name={name} />
    </>
  )
}

function TryIt({ tool: { name, path } }: { tool: ListedTool }) {
  const { data: schema, error } = useQuery(toolSchemaQuery(name))
  const call = useMutation({ mutationFn: (json: string) => callTool(path, json) })
  if (error) return <ErrorState error={error} />
  if (schema === undefined) return <Loading />
  return (
    <section className="card">
      <header>
        <h2>Try it</h2>
      </header>
      <div className="body content-form">
        <SchemaForm schema={schema} onSubmit={(json) => call.mutate(json)}>
          <div>
            <button type="submit" className="button" data-kind="primary" disabled={call.isPending}>
              {call.isPending ? 'Calling …' : 'Call the tool'}
            </button>
          </div>
        </SchemaForm>
        {call.data !== undefined && <CallAnswer {...call.data} />}
      </div>
    </section>
  )
}
