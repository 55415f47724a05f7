import { CopyButton } from '../../ui/copy-button.tsx'
import { Page } from '../../ui/page.tsx'

/** The address is that of this page: the gateway serves both. */
const mcpConfiguration = () =>
  JSON.stringify(
    {
      mcpServers: {
        quartermaster: {
          type: 'http',
          url: `${location.origin}/mcp`,
          headers: { 'x-api-key': 'YOUR_AGENT_KEY' },
        },
      },
    },
    null,
    2,
  )

export function ConnectView() {
  const snippet = mcpConfiguration()
  return (
    <Page title="Connect" lead="Give a host the tools of an agent.">
      <section className="card">
        <header>
          <h2>MCP configuration</h2>
          <CopyButton text={snippet} label="Copy" showLabel />
        </header>
        <div className="body">
          <pre className="json">{snippet}</pre>
        </div>
      </section>
    </Page>
  )
}
